// The HTTP API. Every failed call throws a `Refusal` with the server's code, or `offline`.

import type {
  AnalysedGame,
  AnalysedPosition,
  AnalysisRanking,
  Device,
  EmbeddedGame,
  ErrorAnswer,
  Example,
  Exercise,
  ExportAnalysis,
  GameInfo,
  History,
  Lesson,
  LinePosition,
  LinkPreview,
  NewTable,
  OpenLink,
  Player,
  Puzzle,
  PuzzleList,
  Rulebook,
  SeatRequest,
  TableView,
  Token,
} from "./messages";
import { preferences } from "../preferences.svelte";
import type { Review } from "./review";
import type { AnimationState, ReviewState, Sharing } from "./schema";

/** Where the analysis board is: where its game begins, and the moves from there on. */
export interface AnalysedLine {
  game: string;
  options: Record<string, string>;
  position: string | null;
  moves?: string[];
}

/** The server refused, or could not be reached. `option` names the game option that was refused, if it was one. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly option: string | null = null,
  ) {
    super(message);
  }
}

async function call<Answer>(method: string, path: string, body?: unknown, credentials?: RequestCredentials) {
  const response = await request(method, path, body, credentials);
  return (response.status === 204 ? undefined : await response.json()) as Answer;
}

async function request(
  method: string,
  path: string,
  body?: unknown,
  credentials: RequestCredentials = "same-origin",
): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      credentials,
      ...(method === "GET"
        ? {}
        : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body ?? {}) }),
    });
  } catch {
    throw new Refusal("offline", "The server cannot be reached.");
  }
  if (response.ok) return response;
  const answer = (await response.json().catch(() => null)) as Partial<ErrorAnswer> | null;
  const { code = "broken", message = response.statusText, option = null } = answer?.error ?? {};
  throw new Refusal(code, message, option);
}

const tablePath = (table: string, action = "") => `/tables/${encodeURIComponent(table)}${action}`;

export const api = {
  /** The player of this browser's cookie; a new one if it has none. */
  ensurePlayer: () => call<{ player: Player }>("POST", "/players").then((answer) => answer.player),
  rename: (name: string) => call<{ player: Player }>("PATCH", "/me", { name }).then((answer) => answer.player),

  deleteMe: () => call<undefined>("DELETE", "/me"),

  tokens: () => call<{ tokens: Token[] }>("GET", "/me/tokens").then((answer) => answer.tokens),
  makeToken: (label: string) => call<Token & { token: string }>("POST", "/me/tokens", { label }),
  revokeToken: (id: string) => call<undefined>("DELETE", `/me/tokens/${encodeURIComponent(id)}`),

  makeLink: () => call<{ code: string; path: string; expires: number }>("POST", "/me/links"),
  links: () => call<{ links: OpenLink[] }>("GET", "/me/links").then((answer) => answer.links),
  revokeLink: (id: string) => call<undefined>("DELETE", `/me/links/${encodeURIComponent(id)}`),
  /** Whose link it is. Does not use it up. */
  link: (code: string) => call<LinkPreview>("GET", `/links/${encodeURIComponent(code)}`),
  useLink: (code: string) =>
    call<{ player: Player }>("POST", `/links/${encodeURIComponent(code)}`).then((answer) => answer.player),
  /** The players that this browser is and was, the current one first. */
  players: () => call<{ players: Player[] }>("GET", "/me/players").then((answer) => answer.players),
  switchTo: (player: string) =>
    call<{ player: Player }>("POST", "/me/switch", { player }).then((answer) => answer.player),
  devices: () => call<{ devices: Device[] }>("GET", "/me/devices").then((answer) => answer.devices),
  logOutDevice: (id: string) => call<undefined>("DELETE", `/me/devices/${encodeURIComponent(id)}`),
  logOut: () => call<undefined>("POST", "/me/logout"),
  logOutEverywhere: (stay: boolean) => call<undefined>("POST", "/me/logout-everywhere", { stay }),

  rules: (game: string, language: string, options: Record<string, string>) =>
    call<Rulebook>("GET", `/games/${encodeURIComponent(game)}/rules/${language}?${new URLSearchParams(options)}`),
  /** An example that the rules show, by the name that they call it. */
  example: (game: string, name: string) =>
    call<Example>("GET", `/games/${encodeURIComponent(game)}/examples/${encodeURIComponent(name)}`),
  /** The lessons of a game under its options, in their order. */
  lessons: (game: string, options: Record<string, string>) =>
    call<{ lessons: Lesson[] }>(
      "GET",
      `/games/${encodeURIComponent(game)}/lessons?${new URLSearchParams(options)}`,
    ).then((answer) => answer.lessons),
  lesson: (game: string, id: string, options: Record<string, string>) =>
    call<Exercise>(
      "GET",
      `/games/${encodeURIComponent(game)}/lessons/${encodeURIComponent(id)}?${new URLSearchParams(options)}`,
    ),
  puzzles: () => call<PuzzleList>("GET", "/puzzles"),
  puzzle: (id: string) => call<Puzzle>("GET", `/puzzles/${encodeURIComponent(id)}`),
  games: () => call<{ games: GameInfo[]; chat: boolean }>("GET", "/games"),

  openRecord: (record: string) => call<AnalysedGame>("POST", "/analysis/record", { record }),
  openPosition: (line: AnalysedLine) => call<AnalysedGame>("POST", "/analysis/game", line),
  /** A position as a seat sees it; with a viewer of null, everything is open. */
  analysed: (line: AnalysedLine & { viewer: number | null; draw?: boolean }) =>
    call<AnalysedPosition>("POST", "/analysis/position", line),
  rank: (line: AnalysedLine) => call<AnalysisRanking>("POST", "/analysis/ranking", line),
  exportAnalysis: (analysis: ExportAnalysis) =>
    call<{ record: string }>("POST", "/analysis/export", analysis).then((answer) => answer.record),
  /** The record of a finished game. */
  record: async (id: string): Promise<string> => (await request("GET", tablePath(id, "/record"))).text(),

  /** A finished game for a page that other sites frame. Nobody is told who looks at it. */
  embedded: (id: string) => call<EmbeddedGame>("GET", tablePath(id, "/embed"), undefined, "omit"),
  /** The same, position by position. */
  replay: (id: string) => call<History>("GET", tablePath(id, "/replay"), undefined, "omit"),
  /** A finished game as an animation. The server draws it if nobody has asked for it before. */
  animation: async (id: string, kind: "gif" | "webp", language: string): Promise<Blob> =>
    (await request("GET", tablePath(id, `/animation.${kind}?lang=${language}`))).blob(),
  animationState: (id: string, kind: "gif" | "webp", language: string) =>
    call<AnimationState>("GET", tablePath(id, `/animation?kind=${kind}&lang=${language}`)),

  sharing: () => call<Sharing>("GET", "/sharing"),
  changeSharing: (open: boolean) => call<Sharing>("POST", "/sharing", { open }),

  tables: (show: "open" | "live") =>
    call<{ tables: TableView[] }>("GET", `/tables?show=${show}`).then((answer) => answer.tables),
  /** A page of the player's own tables, unfinished ones first; `next` is where the next page begins. */
  myTables: (query: { state?: string; game?: string; limit?: string; after?: string }) =>
    call<{ tables: TableView[]; next: string | null }>(
      "GET",
      `/tables?${new URLSearchParams({ show: "mine", ...query })}`,
    ),
  table: (id: string) => call<TableView>("GET", tablePath(id)),
  findCode: (code: string) =>
    call<{ id: string }>("GET", `/codes/${encodeURIComponent(code)}`).then((answer) => answer.id),
  open: (table: NewTable) => call<TableView>("POST", "/tables", { pace: preferences.get("pace"), ...table }),
  join: (id: string, seat?: number) =>
    call<TableView>("POST", tablePath(id, "/join"), seat === undefined ? {} : { seat }),
  changeSeat: (id: string, seat: number) => call<TableView>("POST", tablePath(id, "/seat"), { seat }),
  setSeat: (id: string, seat: number, request: Omit<SeatRequest, "kind"> & { kind: "open" | "bot" }) =>
    call<TableView>("POST", tablePath(id, `/seats/${seat}`), request),
  addSeat: (id: string) => call<TableView>("POST", tablePath(id, "/seats")),
  removeSeat: (id: string, seat: number) => call<TableView>("DELETE", tablePath(id, `/seats/${seat}`)),
  leave: (id: string) => call<TableView>("POST", tablePath(id, "/leave")),
  resign: (id: string) => call<TableView>("POST", tablePath(id, "/resign")),
  deleteTable: (id: string) => call<undefined>("DELETE", tablePath(id)),
  /** Start the game; with `dropOpen` without the seats that nobody has taken. */
  start: (id: string, dropOpen = false) => call<TableView>("POST", tablePath(id, "/start"), { drop_open: dropOpen }),
  /** Open a table where a finished game goes on from one of its positions, against bots. */
  continueGame: (id: string, wanted: { ply: number; seat: number; level: string }) =>
    call<TableView>("POST", tablePath(id, "/continue"), { pace: preferences.get("pace"), ...wanted }),
  rematch: (id: string) => call<TableView>("POST", tablePath(id, "/rematch")),
  /** The game as the player saw it, or what followed a ply of it; as `seat`, if they have several. */
  history: (id: string, part: { seat: number | null; since?: number; epoch?: number }) => {
    const given = Object.entries(part).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]));
    return call<History>("GET", `${tablePath(id, "/history")}?${new URLSearchParams(given)}`);
  },
  /** How far the review of a finished game is. */
  review: (id: string) => call<ReviewState>("GET", tablePath(id, "/review")),
  startReview: (id: string) => call<ReviewState>("POST", tablePath(id, "/review")),
  cancelReview: (id: string) => call<ReviewState>("DELETE", tablePath(id, "/review")),
  reviewResult: (id: string) => call<Review>("GET", tablePath(id, "/review/result")),
  /** The line that a review shows at a ply, as `seat` would see it. */
  reviewLine: (id: string, ply: number, seat: number | null) =>
    call<{ positions: LinePosition[] }>(
      "GET",
      tablePath(id, `/review/lines/${ply}${seat === null ? "" : `?seat=${seat}`}`),
    ),
  replace: (id: string, seat: number) => call<TableView>("POST", tablePath(id, "/replace"), { seat }),
  remove: (id: string, player: string, ban: boolean) =>
    call<TableView>("POST", tablePath(id, "/remove"), { player, ban }),
  unban: (id: string, player: string) => call<TableView>("POST", tablePath(id, "/unban"), { player }),
  comeBack: (id: string) => call<TableView>("POST", tablePath(id, "/return")),
};
