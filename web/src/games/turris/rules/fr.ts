import type { Rules } from "../../rules";
import type { Material } from "../schema";

export const rules: Rules<Material> = (options) => [
  {
    title: "L’idée",
    body: [
      "Deux joueurs construisent une seule tour. Quand elle est finie, on la regarde de ses quatre côtés et d’en haut : dans chaque vue compte votre plus grande surface d’un seul tenant.",
    ],
  },
  {
    title: "La tour",
    body: [
      "Chacun a 20 blocs, longs de deux cubes. La tour s’élève sur 3×3 colonnes, de a1 à c3 ; b2 est le centre. Un bloc est couché sur deux colonnes voisines, ou debout sur une seule, haut de deux niveaux.",
      { figure: "blocks", caption: "Un bloc couché et un bloc debout." },
    ],
  },
  {
    title: "Votre tour",
    body: [
      {
        white: "Blanc commence.",
        black: "Noir commence.",
      }[options.first ?? ""] ?? "Le hasard décide qui commence.",
      "Ajoutez un de vos blocs à la tour.",
      {
        terms: [
          ["Contact", "Il touche la tour par une face. Seul le tout premier bloc est isolé."],
          ["Appui", "Il repose entièrement sur le sol ou sur d’autres blocs. Rien ne dépasse dans le vide."],
          [
            "Debout",
            "Un bloc debout a besoin d’un voisin à son côté, à l’un au moins de ses deux niveaux. Ce sur quoi il est posé ne suffit pas.",
          ],
          [
            "Couché",
            "Au-dessus du sol, un bloc couché repose sur deux blocs différents. Il ne peut pas recouvrir exactement un seul bloc couché.",
          ],
          [
            "Trois niveaux ouverts",
            "Trois niveaux au plus peuvent être inachevés. Tant que le plus bas l’est, rien ne s’élève à plus de deux niveaux au-dessus de lui.",
          ],
          [
            "Le centre",
            "Une place de la colonne centrale ne peut être remplie que s’il y a déjà quelque chose autour d’elle au même niveau ; pour un bloc debout, aux deux niveaux.",
          ],
        ],
      },
    ],
  },
  {
    title: "Le bonus",
    body: [
      "Si votre bloc remplit une place du centre, entièrement ou par une moitié, vous avez un bonus. Choisissez :",
      {
        list: [
          options.bonus_chains === "off"
            ? "Placer un autre bloc. Il ne donne pas d’autre bonus."
            : "Placer un autre bloc. S’il remplit encore le centre, vous avez un nouveau bonus.",
          "Retirer un bloc de l’adversaire et le lui rendre. Trois sortes de blocs sont à l’abri : celui qu’il a placé en dernier, ceux qui portent quelque chose, et ceux sans lesquels plus de trois niveaux seraient inachevés. À son prochain tour, l’adversaire ne peut pas utiliser les places libérées.",
          "Y renoncer.",
        ],
      },
    ],
  },
  {
    title: "Passer",
    body: ["Qui ne peut pas placer de bloc passe. Sans blocs, on passe aussi, et l’autre continue de construire."],
  },
  {
    title: "La fin",
    body: [
      "La partie finit quand tous les blocs sont dans la tour. Un bonus du dernier bloc est encore joué.",
      "Regardez la tour de chaque côté et d’en haut. Ce que l’on voit compte, même au fond. Dans chacune des cinq vues, vous marquez les carrés de votre plus grande surface d’un seul tenant ; les coins ne relient pas. La plus grande somme gagne ; à sommes égales, la partie est nulle.",
      { figure: "views", caption: "Une petite tour et ses cinq vues, les plus grandes surfaces éclairées." },
    ],
  },
  {
    title: "Ce qui ne vient pas de la règle imprimée",
    body: [
      "La règle imprimée laisse des questions ouvertes. Nos réponses : on peut renoncer au bonus ; un bloc couvert ne peut pas être retiré ; qui ne peut pas placer passe ; à sommes égales, la partie est nulle ; elle finit aussi quand personne ne peut placer, ou après 400 blocs placés.",
    ],
  },
];
