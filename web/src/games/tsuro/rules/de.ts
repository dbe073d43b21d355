import { type Rules, when } from "../../rules";
import type { Material } from "../schema";
import { readFacts } from "./facts";

export const rules: Rules<Material> = (options, material) => {
  const facts = readFacts(options, material);
  return [
    {
      title: "Worum es geht",
      body: ["Alle haben einen Weg, der Plättchen für Plättchen wächst. Bleib länger auf dem Brett als alle anderen."],
    },
    {
      title: "Zu Beginn",
      body: [
        ...when(
          facts.isKosmos,
          "Das Brett hat 6×6 Felder für bis zu vier und 7×7 für mehr Spieler; zu wenigen kann man auch das große wählen. Es gibt 64 Plättchen.",
          "Reihum wählt jeder eine Außenseite eines Randfeldes und stellt seinen Stein in ihre Mitte. Wenn das erste Plättchen deinen Stein erreicht, wählst du, welchem der beiden Wege neben ihm er folgt. Das wählst du auch dann, wenn jemand anders das Plättchen gelegt hat.",
          { figure: "side", caption: "Ein Stein in der Mitte einer Seite und die beiden Wege, die er nehmen kann." },
        ),
        ...when(
          !facts.isKosmos,
          "Das Brett hat 6×6 Felder. Es gibt 35 Plättchen, alle verschieden.",
          "Reihum stellt jeder seinen Stein auf eine freie Kerbe am Rand. Zwei Steine dürfen vor demselben Feld stehen.",
        ),
        "Alle bekommen drei Plättchen. Die übrigen sind der Stapel.",
      ],
    },
    {
      title: "Dein Zug",
      body: [
        "Lege eines deiner Plättchen, beliebig gedreht, auf das leere Feld vor deinem Stein. Dein Stein folgt seinem Weg, so weit er reicht, und ebenso jeder andere Stein, den das neue Plättchen berührt. Dann ziehst du ein Plättchen nach.",
        { figure: "turn", caption: "Das Plättchen liegt; der Stein folgt seinem Weg bis zum nächsten leeren Feld." },
        ...when(
          facts.hasTwoMarkers,
          "Du hast zwei Steine und eine Hand. In jedem Zug spielst du erst für den einen, dann für den anderen, in beliebiger Reihenfolge.",
        ),
      ],
    },
    {
      title: "Ausscheiden",
      body: [
        {
          list: [
            "Ein Stein, dessen Weg über den Rand führt, scheidet aus.",
            "Macht ein Plättchen aus den Wegen zweier Steine einen, stoßen sie zusammen und scheiden beide aus.",
          ],
        },
        { figure: "edge", caption: "Über den Rand, und ein Zusammenstoß." },
        ...when(facts.hasTwoMarkers, "Du scheidest aus, wenn deine beiden Steine ausgeschieden sind."),
        ...when(
          facts.isKosmos,
          "Du darfst dich selbst hinausspielen. Die Plättchen von Ausgeschiedenen werden abgelegt und nicht mehr verwendet.",
        ),
        ...when(
          !facts.isKosmos,
          facts.bansCollision
            ? "Du darfst deinen eigenen Stein weder über den Rand noch in einen Zusammenstoß schicken, außer wenn du mit allem ausscheidest, was du spielen könntest."
            : "Du darfst deinen eigenen Stein nicht über den Rand schicken, außer wenn alles, was du spielen könntest, dorthin führt. Mit einem anderen Stein zusammenzustoßen ist erlaubt.",
          "Die Plättchen von Ausgeschiedenen kommen zurück in den Stapel.",
        ),
      ],
    },
    {
      title: "Nachziehen",
      body: [
        "Niemand hat je mehr als drei Plättchen. Ist der Stapel leer, geht es ohne Nachziehen weiter. Wer kein Plättchen hat, wird übersprungen.",
        ...when(
          facts.hasDragon,
          "Musst du nachziehen und der Stapel ist leer, nimmst du das Drachenplättchen, falls es neben dem Brett liegt.",
          "Kommen Plättchen in den Stapel zurück, ziehen reihum alle nach, denen welche fehlen, je eines auf einmal. Wer den Drachen hat, beginnt und gibt ihn zurück; hat ihn niemand, beginnt, wer gerade gespielt hat. Gehen die Plättchen wieder aus, nimmt der Erste, der leer ausgeht, den Drachen.",
          "Scheidet aus, wer den Drachen hat, geht er an den nächsten Spieler, dem ein Plättchen fehlt.",
        ),
        ...when(facts.passesPile, "Der Stapel liegt vor dem, der am Zug ist, mit dem Drachenplättchen zuunterst."),
      ],
    },
    ...(facts.hasBonus
      ? [
          {
            title: "Der Bonus",
            body: [
              "Scheiden durch dein Plättchen andere aus und du bleibst im Spiel, siehst du dir ihre Plättchen an und darfst beliebig viele gegen eigene tauschen. Die anderen sehen, wie viele du tauschst, aber nicht welche.",
            ],
          },
        ]
      : []),
    {
      title: "Das Ende",
      body: [
        "Wer als Letzter auf dem Brett ist, gewinnt. Scheiden die Letzten durch dasselbe Plättchen aus, teilen sie sich den Sieg. Das tun auch alle, die noch im Spiel sind, wenn niemand mehr ein Plättchen hat. Die anderen stehen in der Reihenfolge, in der sie durchgehalten haben.",
      ],
    },
    {
      title: "Was nicht in der Anleitung steht",
      body: [
        "Die gedruckte Anleitung lässt einiges offen. Unsere Antworten: Platz 1 beginnt; alle Steine ziehen gleichzeitig, und wo sie vor dem Plättchen standen, entscheidet, wer zusammenstößt; wer kein Plättchen hat, wird übersprungen.",
        ...when(
          facts.isKosmos,
          "Wählen mehrere Steine wegen eines Plättchens ihren Weg, so wählen ihre Besitzer reihum, angefangen bei dem, der es gelegt hat.",
        ),
        ...when(
          facts.isKosmos && !facts.hasOwnTiles,
          "Wir kennen keine Liste der 64 Plättchen. Unsere ist eine Rekonstruktion: jedes Plättchen einmal, und 29 davon ein zweites Mal.",
        ),
      ],
    },
  ];
};
