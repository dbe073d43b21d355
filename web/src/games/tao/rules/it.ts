import { type Rules, when } from "../../rules";
import type { Material } from "../schema";
import { readFacts } from "./facts";

export const rules: Rules<Material> = (options, material) => {
  const facts = readFacts(options, material);
  return [
    {
      title: "L’idea",
      body: [
        "Cinque round, e in ognuno una pietra da vincere. Quella del primo vale 1, quella dell’ultimo vale 5. Raccogli il totale più alto.",
      ],
    },
    {
      title: "Un round",
      body: [
        "Dodici carte formano un cerchio, scoperte: il cammino. Ognuno ha inoltre due carte nascoste. Le carte rimanenti non si vedono.",
        "La pietra del round si trova su un elemento: Acqua nel round 1, poi Legno, Fuoco, Terra e Metallo. Mostra quali carte contano.",
        { figure: "ring", caption: "I cinque elementi in cerchio, con la pietra." },
        "Chi comincia il round 1 lo decide il caso. In seguito comincia chi ha vinto l’ultima pietra.",
      ],
    },
    {
      title: "Il tuo turno",
      body: [
        "Metti una carta davanti a un giocatore qualsiasi, te compreso. Prendila",
        {
          list: [
            "dal cammino: una delle tre carte successive in senso orario a partire dal segnalino, che si sposta lì; oppure",
            "dalla tua mano: allora il segnalino resta dov’è.",
          ],
        },
      ],
    },
    {
      title: "I guardiani",
      body: [
        "Alcune carte hanno un potere. Agisce quando metti la carta davanti a te, e allora va usato. Davanti a un altro giocatore è una carta comune.",
        {
          terms: [
            ["Tigre Bianca", "Sposta la pietra su un elemento vicino."],
            ["Drago Azzurro", "Sposta la pietra di due elementi, in un verso o nell’altro."],
            [
              "Uccello Vermiglio",
              "Scambia una delle tue carte scoperte, anche questa, con una carta scoperta dello stesso valore davanti a un altro giocatore. I poteri delle carte scambiate non agiscono.",
            ],
            [
              "Unicorno Giallo",
              "Copri un’altra delle tue carte scoperte. Una carta coperta non conta più fino alla fine del round.",
            ],
            ["Tartaruga Nera", "Gioca subito un altro turno, a meno che il round sia finito."],
          ],
        },
        "Un potere che non ha su che cosa agire viene saltato.",
      ],
    },
    {
      title: "La fine di un round",
      body: [
        `Il round finisce quando sul cammino restano solo ${facts.leavesThree ? "tre" : "quattro"} carte.`,
        "Guarda dove si trova la pietra. Le tue carte di quell’elemento contano il loro valore a tuo favore, quelle dell’elemento opposto contano contro di te, le altre nulla. Il risultato migliore vince la pietra.",
        "In caso di parità decidono i punti nell’elemento stesso, poi il numero di carte di quell’elemento. Se la parità resta, nessuno ottiene la pietra.",
        facts.overcomes
          ? "Si oppongono: all’Acqua il Fuoco, al Legno la Terra, al Fuoco il Metallo, alla Terra l’Acqua, al Metallo il Legno."
          : "Si oppongono: all’Acqua la Terra, al Legno il Metallo, al Fuoco l’Acqua, alla Terra il Legno, al Metallo il Fuoco.",
      ],
    },
    {
      title: "La fine della partita",
      body: [
        ...when(
          facts.hasTeams,
          "I posti 1 e 3 giocano insieme contro i posti 2 e 4. Ogni pietra è comunque vinta da un solo giocatore; i compagni sommano le loro pietre. Non possono mostrarsi le carte.",
        ),
        "Il totale più alto di pietre vince dopo il round 5, o già dopo il round 4 se il vantaggio è di 6 o più. A parità di totale decide la pietra di maggior valore.",
      ],
    },
    {
      title: "Ciò che non viene dal regolamento stampato",
      body: [
        "Il regolamento stampato non dice quale elemento si oppone a quale. Seguiamo l’antico ciclo della dominazione; un’opzione lo inverte.",
        "Non elenca neppure le carte. Se il tavolo non porta le proprie, il nostro mazzo è una ricostruzione: un 1, un 2, un 3 e un 4 per ogni elemento, e il 2 ha il potere del suo guardiano.",
        "Le nostre risposte dove il regolamento tace: il potere dell’ultima carta agisce prima del conteggio; una carta coperta resta coperta; una pietra in parità non è di nessuno.",
      ],
    },
  ];
};
