import { type Rules, when } from "../../rules";
import type { Material } from "../schema";
import { readFacts } from "./facts";

export const rules: Rules<Material> = (options, material) => {
  const facts = readFacts(options, material);
  return [
    {
      title: "L’idée",
      body: [
        "Chacun a un chemin qui s’allonge, tuile après tuile. Restez sur le plateau plus longtemps que les autres.",
      ],
    },
    {
      title: "Pour commencer",
      body: [
        ...when(
          facts.isKosmos,
          "Le plateau compte 6×6 cases jusqu’à quatre joueurs et 7×7 au-delà ; à moins nombreux, on peut choisir le grand. Il y a 64 tuiles.",
          "Chacun à son tour choisit un côté extérieur d’une case du bord et place son pion au milieu de ce côté. Quand la première tuile arrive devant votre pion, vous choisissez lequel des deux chemins voisins il suit. Vous choisissez même si la tuile a été posée par quelqu’un d’autre.",
          { figure: "side", caption: "Un pion au milieu d’un côté, et les deux chemins possibles." },
        ),
        ...when(
          !facts.isKosmos,
          "Le plateau compte 6×6 cases. Il y a 35 tuiles, toutes différentes.",
          "Chacun à son tour place son pion sur une encoche libre du bord. Deux pions peuvent regarder la même case.",
        ),
        "Chacun reçoit trois tuiles. Les autres forment la pioche.",
      ],
    },
    {
      title: "Votre tour",
      body: [
        "Posez une de vos tuiles sur la case vide devant votre pion, tournée comme vous voulez. Votre pion suit son chemin jusqu’au bout, et tous les autres pions que la nouvelle tuile touche font de même. Puis piochez une tuile.",
        { figure: "turn", caption: "La tuile est posée ; le pion suit son chemin jusqu’à la case vide suivante." },
        ...when(
          facts.hasTwoMarkers,
          "Vous avez deux pions et une seule main. À chaque tour, vous jouez pour un pion, puis pour l’autre, dans l’ordre de votre choix.",
        ),
      ],
    },
    {
      title: "Être éliminé",
      body: [
        {
          list: [
            "Un chemin qui mène hors du plateau élimine son pion.",
            "Si une tuile réunit les chemins de deux pions en un seul, ils se heurtent et sont tous deux éliminés.",
          ],
        },
        { figure: "edge", caption: "Hors du plateau, et une collision." },
        ...when(facts.hasTwoMarkers, "Vous êtes éliminé quand vos deux pions le sont."),
        ...when(
          facts.isKosmos,
          "Vous pouvez vous éliminer vous-même. Les tuiles d’un joueur éliminé sont mises de côté et ne servent plus.",
        ),
        ...when(
          !facts.isKosmos,
          facts.bansCollision
            ? "Vous ne pouvez envoyer votre propre pion ni hors du plateau ni dans une collision, sauf si toutes vos possibilités vous éliminent."
            : "Vous ne pouvez pas envoyer votre propre pion hors du plateau, sauf si toutes vos possibilités le font. Heurter un autre pion est permis.",
          "Les tuiles d’un joueur éliminé retournent dans la pioche.",
        ),
      ],
    },
    {
      title: "Piocher",
      body: [
        "Personne n’a jamais plus de trois tuiles. Quand la pioche est vide, on continue sans piocher. Qui n’a plus de tuile passe son tour.",
        ...when(
          facts.hasDragon,
          "Si vous devez piocher et que la pioche est vide, vous prenez la tuile du dragon, à condition qu’elle soit à côté du plateau.",
          "Quand des tuiles reviennent dans la pioche, tous ceux à qui il en manque piochent à tour de rôle, une tuile à la fois. Le détenteur du dragon commence et le rend ; sans détenteur, c’est celui qui vient de jouer. Si les tuiles s’épuisent encore, le premier qui reste sans tuile prend le dragon.",
          "Si le détenteur du dragon est éliminé, le dragon passe au joueur suivant à qui il manque une tuile.",
        ),
        ...when(
          facts.passesPile,
          "La pioche se trouve devant le joueur dont c’est le tour, la tuile du dragon en dessous.",
        ),
      ],
    },
    ...(facts.hasBonus
      ? [
          {
            title: "Le bonus",
            body: [
              "Si votre tuile élimine d’autres joueurs et que vous restez en jeu, vous regardez leurs tuiles et pouvez en échanger autant que vous voulez contre les vôtres. Les autres voient combien vous en échangez, mais pas lesquelles.",
            ],
          },
        ]
      : []),
    {
      title: "La fin",
      body: [
        "Le dernier joueur sur le plateau gagne. Si les derniers sont éliminés par la même tuile, ils partagent la victoire, de même que tous ceux qui sont encore en jeu quand plus personne n’a de tuile. Les autres sont classés selon le temps qu’ils ont tenu.",
      ],
    },
    {
      title: "Ce qui ne vient pas de la règle imprimée",
      body: [
        "La règle imprimée laisse des questions ouvertes. Nos réponses : la place 1 commence ; tous les pions avancent en même temps, et c’est leur position avant la tuile qui décide des collisions ; qui n’a pas de tuile passe son tour.",
        ...when(
          facts.isKosmos,
          "Si plusieurs pions choisissent leur chemin à cause d’une même tuile, leurs propriétaires choisissent à tour de rôle, en commençant par celui qui l’a posée.",
        ),
        ...when(
          facts.isKosmos && !facts.hasOwnTiles,
          "Nous ne connaissons aucune liste des 64 tuiles. La nôtre est une reconstitution : chaque tuile une fois, et 29 d’entre elles une seconde fois.",
        ),
      ],
    },
  ];
};
