import { type Rules, when } from "../../rules";
import type { Material } from "../schema";
import { readFacts } from "./facts";

export const rules: Rules<Material> = (options, material) => {
  const facts = readFacts(options, material);
  return [
    {
      title: "L’idée",
      body: [
        "Cinq manches, et une pierre à gagner dans chacune. Celle de la première manche vaut 1, celle de la dernière 5. Réunissez le plus de points.",
      ],
    },
    {
      title: "Une manche",
      body: [
        "Douze cartes forment un cercle, face visible : le chemin. Chacun a en plus deux cartes cachées. Les cartes restantes ne sont pas vues.",
        "La pierre de la manche se trouve sur un élément : l’Eau à la manche 1, puis le Bois, le Feu, la Terre et le Métal. Elle montre quelles cartes comptent.",
        { figure: "ring", caption: "Les cinq éléments en cercle, avec la pierre." },
        "Le hasard décide qui commence la manche 1. Ensuite, c’est celui qui a gagné la dernière pierre.",
      ],
    },
    {
      title: "Votre tour",
      body: [
        "Placez une carte devant le joueur de votre choix, vous compris. Prenez-la",
        {
          list: [
            "sur le chemin : une des trois cartes suivantes dans le sens des aiguilles d’une montre à partir du marqueur, qui s’y déplace ; ou",
            "dans votre main : le marqueur reste alors où il est.",
          ],
        },
      ],
    },
    {
      title: "Les gardiens",
      body: [
        "Certaines cartes ont un pouvoir. Il agit quand vous placez la carte devant vous, et il est alors obligatoire. Devant un autre joueur, c’est une carte ordinaire.",
        {
          terms: [
            ["Tigre blanc", "Déplacez la pierre vers un élément voisin."],
            ["Dragon d’azur", "Déplacez la pierre de deux éléments, dans un sens ou dans l’autre."],
            [
              "Oiseau vermillon",
              "Échangez une de vos cartes visibles, celle-ci comprise, contre une carte visible de même valeur devant un autre joueur. Les pouvoirs des cartes échangées n’agissent pas.",
            ],
            [
              "Licorne jaune",
              "Couvrez une autre de vos cartes visibles. Une carte couverte ne compte plus jusqu’à la fin de la manche.",
            ],
            ["Tortue noire", "Rejouez aussitôt, sauf si la manche est finie."],
          ],
        },
        "Un pouvoir qui n’a rien sur quoi agir est ignoré.",
      ],
    },
    {
      title: "La fin d’une manche",
      body: [
        `La manche finit quand il ne reste que ${facts.leavesThree ? "trois" : "quatre"} cartes sur le chemin.`,
        "Regardez où se trouve la pierre. Vos cartes de cet élément comptent leur valeur pour vous, celles de l’élément opposé comptent contre vous, les autres ne comptent pas. Le meilleur résultat gagne la pierre.",
        "En cas d’égalité, on compare les points dans l’élément lui-même, puis le nombre de cartes de cet élément. Si l’égalité persiste, personne ne gagne la pierre.",
        facts.overcomes
          ? "S’opposent : à l’Eau, le Feu ; au Bois, la Terre ; au Feu, le Métal ; à la Terre, l’Eau ; au Métal, le Bois."
          : "S’opposent : à l’Eau, la Terre ; au Bois, le Métal ; au Feu, l’Eau ; à la Terre, le Bois ; au Métal, le Feu.",
      ],
    },
    {
      title: "La fin de la partie",
      body: [
        ...when(
          facts.hasTeams,
          "Les places 1 et 3 jouent ensemble contre les places 2 et 4. Chaque pierre est toujours gagnée par un seul joueur ; les partenaires additionnent leurs pierres. Ils ne peuvent pas se montrer leurs cartes.",
        ),
        "Le plus grand total de pierres gagne après la manche 5, ou déjà après la manche 4 si l’avance est de 6 ou plus. À égalité, la pierre la plus précieuse décide.",
      ],
    },
    {
      title: "Ce qui ne vient pas de la règle imprimée",
      body: [
        "La règle imprimée ne dit pas quel élément s’oppose à quel autre. Nous suivons l’ancien cycle de domination ; une option l’inverse.",
        "Elle ne donne pas non plus la liste des cartes. Sauf si la table apporte les siennes, notre jeu de cartes est une reconstitution : un 1, un 2, un 3 et un 4 dans chaque élément, et le 2 a le pouvoir de son gardien.",
        "Nos réponses là où la règle se tait : le pouvoir de la dernière carte agit avant le décompte ; une carte couverte le reste ; une pierre à égalité n’est à personne.",
      ],
    },
  ];
};
