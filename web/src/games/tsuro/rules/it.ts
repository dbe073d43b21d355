import { type Rules, when } from "../../rules";
import type { Material } from "../schema";
import { readFacts } from "./facts";

export const rules: Rules<Material> = (options, material) => {
  const facts = readFacts(options, material);
  return [
    {
      title: "L’idea",
      body: ["Ognuno ha un sentiero che cresce, tessera dopo tessera. Resta sul tabellone più a lungo degli altri."],
    },
    {
      title: "Come si comincia",
      body: [
        ...when(
          facts.isKosmos,
          "Il tabellone ha 6×6 caselle fino a quattro giocatori e 7×7 oltre; in meno si può scegliere quello grande. Le tessere sono 64.",
          "A turno si sceglie un lato esterno di una casella del bordo e si mette la propria pedina al centro di quel lato. Quando la prima tessera raggiunge la tua pedina, scegli quale dei due sentieri vicini seguire. Scegli tu, anche se la tessera l’ha posata qualcun altro.",
          { figure: "side", caption: "Una pedina al centro di un lato e i due sentieri possibili." },
        ),
        ...when(
          !facts.isKosmos,
          "Il tabellone ha 6×6 caselle. Le tessere sono 35, tutte diverse.",
          "A turno si mette la propria pedina su una tacca libera del bordo. Due pedine possono guardare la stessa casella.",
        ),
        "Ognuno riceve tre tessere. Le altre formano il mazzo.",
      ],
    },
    {
      title: "Il tuo turno",
      body: [
        "Posa una delle tue tessere sulla casella vuota davanti alla tua pedina, girata come vuoi. La pedina segue il suo sentiero fino in fondo, e così ogni altra pedina toccata dalla nuova tessera. Poi pesca una tessera.",
        {
          figure: "turn",
          caption: "La tessera è posata; la pedina segue il sentiero fino alla prossima casella vuota.",
        },
        ...when(
          facts.hasTwoMarkers,
          "Hai due pedine e una sola mano. A ogni turno giochi per una pedina e poi per l’altra, nell’ordine che preferisci.",
        ),
      ],
    },
    {
      title: "Chi esce",
      body: [
        {
          list: [
            "Un sentiero che porta fuori dal tabellone elimina la sua pedina.",
            "Se una tessera unisce i sentieri di due pedine, queste si scontrano e sono eliminate entrambe.",
          ],
        },
        { figure: "edge", caption: "Oltre il bordo, e in uno scontro." },
        ...when(facts.hasTwoMarkers, "Sei fuori quando lo sono entrambe le tue pedine."),
        ...when(
          facts.isKosmos,
          "Puoi eliminarti da solo. Le tessere di chi è fuori vengono messe da parte e non si usano più.",
        ),
        ...when(
          !facts.isKosmos,
          facts.bansCollision
            ? "Non puoi mandare la tua pedina oltre il bordo né in uno scontro, a meno che tutto ciò che puoi giocare ti elimini."
            : "Non puoi mandare la tua pedina oltre il bordo, a meno che lo faccia tutto ciò che puoi giocare. Scontrarsi con un’altra pedina è permesso.",
          "Le tessere di chi è fuori tornano nel mazzo.",
        ),
      ],
    },
    {
      title: "Pescare",
      body: [
        "Nessuno ha mai più di tre tessere. Quando il mazzo è vuoto si continua senza pescare. Chi non ha tessere salta il turno.",
        ...when(
          facts.hasDragon,
          "Se devi pescare e il mazzo è vuoto, prendi la tessera del drago, purché si trovi accanto al tabellone.",
          "Quando delle tessere tornano nel mazzo, pescano a turno tutti quelli a cui ne mancano, una tessera alla volta. Comincia chi ha il drago, e lo restituisce; se nessuno lo ha, comincia chi ha appena giocato. Se le tessere finiscono di nuovo, il primo che resta senza prende il drago.",
          "Se chi ha il drago viene eliminato, il drago passa al giocatore successivo a cui manca una tessera.",
        ),
        ...when(facts.passesPile, "Il mazzo sta davanti a chi è di turno, con la tessera del drago in fondo."),
      ],
    },
    ...(facts.hasBonus
      ? [
          {
            title: "Il bonus",
            body: [
              "Se la tua tessera elimina altri giocatori e tu resti in gioco, guardi le loro tessere e puoi scambiarne quante vuoi con altrettante delle tue. Gli altri vedono quante ne scambi, ma non quali.",
            ],
          },
        ]
      : []),
    {
      title: "La fine",
      body: [
        "Vince l’ultimo giocatore rimasto sul tabellone. Se gli ultimi escono con la stessa tessera, si dividono la vittoria; lo stesso vale per tutti quelli ancora in gioco quando nessuno ha più tessere. Gli altri sono in classifica secondo quanto hanno resistito.",
      ],
    },
    {
      title: "Ciò che non viene dal regolamento stampato",
      body: [
        "Il regolamento stampato lascia aperte alcune domande. Le nostre risposte: comincia il posto 1; tutte le pedine si muovono insieme, e la posizione prima della tessera decide chi si scontra; chi non ha tessere salta il turno.",
        ...when(
          facts.isKosmos,
          "Se una sola tessera fa scegliere il sentiero a più pedine, i proprietari scelgono a turno, cominciando da chi l’ha posata.",
        ),
        ...when(
          facts.isKosmos && !facts.hasOwnTiles,
          "Non conosciamo alcun elenco delle 64 tessere. Il nostro è una ricostruzione: ogni tessera una volta, e 29 di esse una seconda volta.",
        ),
      ],
    },
  ];
};
