import type { Rules } from "../../rules";
import type { Material } from "../schema";

export const rules: Rules<Material> = (options) => [
  {
    title: "L’idea",
    body: [
      "Due giocatori costruiscono una sola torre. Quando è finita la si guarda dai quattro lati e dall’alto: in ogni vista conta la tua area collegata più grande.",
    ],
  },
  {
    title: "La torre",
    body: [
      "Ognuno ha 20 blocchi, lunghi due cubi. La torre sorge su 3×3 colonne, da a1 a c3; b2 è il centro. Un blocco giace su due colonne vicine, oppure sta in piedi su una sola ed è alto due livelli.",
      { figure: "blocks", caption: "Un blocco coricato e uno in piedi." },
    ],
  },
  {
    title: "Il tuo turno",
    body: [
      {
        white: "Comincia il bianco.",
        black: "Comincia il nero.",
      }[options.first ?? ""] ?? "Chi comincia lo decide il caso.",
      "Aggiungi alla torre uno dei tuoi blocchi.",
      {
        terms: [
          ["Contatto", "Tocca la torre con una faccia. Solo il primissimo blocco sta da solo."],
          ["Appoggio", "Poggia per intero sul suolo o su altri blocchi. Niente sporge nel vuoto."],
          [
            "In piedi",
            "Un blocco in piedi ha bisogno di un vicino al suo fianco, su almeno uno dei suoi due livelli. Ciò su cui poggia non basta.",
          ],
          [
            "Coricato",
            "Sopra il suolo, un blocco coricato poggia su due blocchi diversi. Non può coprire esattamente un solo blocco coricato.",
          ],
          [
            "Tre livelli aperti",
            "Al massimo tre livelli possono essere incompleti. Finché lo è il più basso, niente sale più di due livelli sopra di esso.",
          ],
          [
            "Il centro",
            "Un posto della colonna centrale si può riempire solo se intorno, sullo stesso livello, c’è già qualcosa; per un blocco in piedi, su entrambi i livelli.",
          ],
        ],
      },
    ],
  },
  {
    title: "Il bonus",
    body: [
      "Se il tuo blocco riempie un posto del centro, per intero o con una metà, hai un bonus. Scegli:",
      {
        list: [
          options.bonus_chains === "off"
            ? "Posare un altro blocco. Non dà altri bonus."
            : "Posare un altro blocco. Se riempie di nuovo il centro, hai un altro bonus.",
          "Togliere un blocco all’avversario e restituirglielo. Tre tipi di blocchi sono al sicuro: quello che ha posato per ultimo, quelli con qualcosa sopra, e quelli senza i quali più di tre livelli sarebbero incompleti. Nel turno seguente l’avversario non può usare i posti liberati.",
          "Rinunciare.",
        ],
      },
    ],
  },
  {
    title: "Passare",
    body: ["Chi non può posare un blocco passa. Anche senza blocchi si passa, e l’altro continua a costruire."],
  },
  {
    title: "La fine",
    body: [
      "La partita finisce quando tutti i blocchi sono nella torre. Un bonus dell’ultimo blocco si gioca ancora.",
      "Guarda la torre da ogni lato e dall’alto. Conta ciò che si vede, anche se è in fondo. In ognuna delle cinque viste segni i quadrati della tua area collegata più grande; gli angoli non collegano. Vince la somma più alta; a somme uguali è patta.",
      { figure: "views", caption: "Una piccola torre e le sue cinque viste, con le aree più grandi illuminate." },
    ],
  },
  {
    title: "Ciò che non viene dal regolamento stampato",
    body: [
      "Il regolamento stampato lascia aperte alcune domande. Le nostre risposte: al bonus si può rinunciare; un blocco coperto non si può togliere; chi non può posare passa; a somme uguali è patta; la partita finisce anche quando nessuno può posare, o dopo 400 blocchi posati.",
    ],
  },
];
