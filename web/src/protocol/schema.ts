// Generated from the server's types by `python -m tools.write_client_types`; a test fails when it is out of date.
// docs/protocol.md says what the fields mean. Do not edit: hand-written types belong in messages.ts.

/** A game on the analysis board. */
export interface AnalysedGame {
  game: string;
  options: Record<string, string>;
  names: string[];
  material: Record<string, unknown>;
  position: string | null;
  moves: AnalysedMove[];
  words: Record<string, string>;
}

/** A move of an opened record, or of a branch of it. */
export interface AnalysedMove {
  parent: number;
  move: string;
  actor: number | "chance";
  words: Record<string, string>;
}

/** What a search thinks of a move. */
export interface AnalysedMoveRank {
  move: string;
  value: number | null;
  visits: number | null;
  is_proven: boolean;
}

/** A position of the analysis board, as one viewer sees it. */
export interface AnalysedPosition {
  ply: number;
  viewer: number | null;
  actor: number | "chance" | null;
  plies: PlyView[];
  observation: Record<string, unknown>;
  scene: Record<string, unknown> | null;
  moves: Record<string, unknown>[];
  draws: DrawView[];
  outcome: OutcomeView | null;
  drawn: string | null;
  text: string | null;
}

/** What a search thinks of a position, by what the seat can see that decides there. The best move first. */
export interface AnalysisRanking {
  shares: number[] | null;
  is_proven: boolean;
  moves: AnalysedMoveRank[];
}

/** How far an animation is. */
export interface AnimationState {
  progress: number;
}

/** Agree to the take-back that was asked for, or not. */
export interface AnswerTakeBack {
  type: "answer";
  id?: string | null;
  agree: boolean;
}

/** Ask what a bot would play here. */
export interface AskHint {
  type: "hint";
  id?: string | null;
  ply: number;
}

/** Ask to go back: to where so many plies were played, or to one's last decision. */
export interface AskTakeBack {
  type: "take_back";
  id?: string | null;
  ply?: number | null;
}

/** Say who connects: the first message of a socket with `authenticate=true`, and of no other. */
export interface Authenticate {
  type: "authenticate";
  id?: string | null;
  token: string;
}

/** What the clocks show at the moment of sending. */
export interface ClockState {
  left: number[];
  running: number | null;
}

/** The server is about to close the connection. After `shutdown` and `slow`, connect again in a moment. */
export interface Closing {
  type: "closing";
  why: "not_allowed" | "shutdown" | "slow" | "too_fast";
}

/** Add to chance: send the SHA-256 of a random nonce, while the table waits. A new one replaces the last. */
export interface CommitNonce {
  type: "commit";
  id?: string | null;
  hash: string;
}

/** Your devices, oldest first. */
export interface DeviceList {
  devices: DeviceView[];
}

/** A device that is logged in as you. */
export interface DeviceView {
  id: string;
  label: string;
  created: number;
  used: number;
  here: boolean;
}

/** Something that chance may draw. */
export interface DrawView {
  move: string;
  chance: number;
  events: Record<string, unknown>[];
}

/** A finished game as pages of other sites show it; its positions are those of the replay. It names nobody. */
export interface EmbeddedGame {
  game: string;
  title: string;
  options: Record<string, string>;
  seats: number;
  material: Record<string, unknown>;
  outcome: OutcomeView | null;
}

/** Why something was not done. */
export interface Error {
  code: string;
  message: string;
  option?: string;
}

/** The response to a request that was refused. Nothing has changed. */
export interface ErrorAnswer {
  error: Error;
}

/** An example that the rules show step by step. */
export interface Example {
  material: Record<string, unknown>;
  positions: ExamplePosition[];
}

/** A step of an example, as spectators see it. */
export interface ExamplePosition {
  ply: number;
  events: Record<string, unknown>[];
  observation: Record<string, unknown>;
  scene: Record<string, unknown>;
}

/** An annotated game to be answered, as one document: the first of its positions is the start. */
export interface Exercise {
  game: string;
  options: Record<string, string>;
  names: string[];
  solver: number;
  material: Record<string, unknown>;
  positions: ExercisePosition[];
}

/** What is said to a move that somebody tries. */
export interface ExerciseAnswer {
  move: string | null;
  is_right: boolean;
  words: Record<string, string>;
  leads_to: number | null;
}

/** A position of an exercise, and what led to it, as whoever answers sees it. */
export interface ExercisePosition {
  ply: number;
  led_here: PlyView | null;
  actor: number | null;
  observation: Record<string, unknown>;
  scene: Record<string, unknown> | null;
  moves: Record<string, unknown>[];
  outcome: OutcomeView | null;
  words: Record<string, string>;
  question: ExerciseQuestion | null;
  next: number | null;
}

/** Now you: a move is to be found. A move that no answer is about is wrong. */
export interface ExerciseQuestion {
  words: Record<string, string>;
  answers: ExerciseAnswer[];
}

/** An analysis to be written as an annotated record. */
export interface ExportAnalysis {
  record?: string | null;
  game?: string;
  options?: Record<string, string>;
  position?: string | null;
  names?: string[];
  moves?: TreeMove[];
  words?: Record<string, string>;
}

/** All games, and what there is at every table of this server. */
export interface GameList {
  games: GameView[];
  levels: string[];
  chat: boolean;
}

/** A game and its options. */
export interface GameView {
  id: string;
  title: string;
  rules_version: number;
  seats: SeatRange;
  options: OptionView[];
  has_hidden: boolean;
}

/** What the bot would play, the best first. */
export interface HintGiven {
  type: "hint";
  id: string | null;
  ply: number;
  moves: RankedMoveView[];
  shares: number[] | null;
}

/** A game as one viewer saw it, ply by ply: from before the first one, or from where you asked for. */
export interface History {
  viewer: number | null;
  epoch: number;
  positions: HistoryPosition[];
}

/** A position of a game, and what led to it, as one viewer saw it. */
export interface HistoryPosition {
  ply: number;
  actor: number | "chance" | null;
  events: Record<string, unknown>[];
  observation: Record<string, unknown>;
  scene: Record<string, unknown> | null;
}

/** The lessons of a game under its options, in their order. */
export interface LessonList {
  lessons: LessonView[];
}

/** A lesson of a game: an exercise with a title. */
export interface LessonView {
  id: string;
  title: Record<string, string>;
  questions: number;
}

/** A one-time link that logs another device in as this player. */
export interface LinkAnswer {
  code: string;
  path: string;
  expires: number;
}

/** Your usable links, the first to expire first. */
export interface LinkList {
  links: LinkView[];
}

/** The player of a link, and the current player of this browser. */
export interface LinkPreview {
  player: PlayerView;
  expires: number;
  you: PlayerView | null;
}

/** A link that has not been used yet, without its code. */
export interface LinkView {
  id: string;
  expires: number;
}

/** Who you are, and your tables, unfinished ones first. */
export interface Me {
  player: PlayerView;
  tables: TableView[];
}

/** What the puzzles of a game ask for. */
export interface MotifView {
  game: string;
  motif: string;
  title: Record<string, string>;
}

/** So many seconds for every decision. */
export interface MoveClock {
  kind: "move";
  seconds: number;
}

/** Hear a player no more, or again. The server forgets it some time after everybody has left: say it again then. */
export interface Mute {
  type: "mute";
  id?: string | null;
  player: string;
  muted: boolean;
}

/** A table to open. Every setting has a default. */
export interface NewTableBody {
  clock?: NoClock | MoveClock | TotalClock;
  visibility?: "link" | "public";
  watch?: "anyone" | "link" | "nobody";
  take_back?: boolean;
  hints?: boolean;
  timeout?: "bot" | "out";
  chat?: boolean;
  pace?: "calm" | "normal" | "quick";
  starts_by_itself?: boolean;
  game: string;
  options?: Record<string, string>;
  seats: SeatBody[];
  start?: boolean;
}

/** Take your time. */
export interface NoClock {
  kind: "none";
}

/** What the player of a seat adds to chance. */
export interface NonceView {
  seat: number;
  hash: string;
  nonce: string | null;
}

/** The game starts: reveal your nonce, if this list holds its hash. With `hashes` null: it has not started. */
export interface NoncesAsked {
  type: "reveal";
  hashes: (string | null)[] | null;
}

/** An option of a game. Its values are texts. */
export interface OptionView {
  name: string;
  kind: "choice" | "number" | "switch" | "table";
  choices: string[];
  least: number | null;
  most: number | null;
  default: string;
  help: string;
  needs: Record<string, string[]>;
  omit_default: boolean;
}

/** How a game ended, per seat. */
export interface OutcomeView {
  ranks: number[];
  shares: number[];
  scores: number[] | null;
  reason: string;
}

/** Ask for a sign of life. */
export interface Ping {
  type: "ping";
  id?: string | null;
}

/** Decide. */
export interface Play {
  type: "play";
  id?: string | null;
  ply: number;
  epoch?: number | null;
  move: string;
  seat?: number | null;
}

/** A move of the receiver is stored. */
export interface Played {
  type: "played";
  id: string | null;
  ply: number;
}

/** The players of this browser: first the current one, then those it keeps, the last one first. */
export interface PlayerList {
  players: PlayerView[];
}

/** The public view of a player. */
export interface PlayerView {
  id: string;
  name: string;
  guest: number | null;
}

/** What happened since a ply, and where that leads: every field of a position. */
export interface Plies {
  type: "plies";
  since: number;
  plies: PlyView[];
  ply: number;
  epoch: number;
  viewer: number | null;
  actor: number | null;
  observation: Record<string, unknown>;
  scene: Record<string, unknown> | null;
  moves: Record<string, unknown>[];
  clock: ClockState | null;
  outcome: OutcomeView | null;
  left_to_bots?: boolean;
}

/** What happened in a ply, as one viewer may know it. */
export interface PlyView {
  ply: number;
  actor: number | "chance";
  events: Record<string, unknown>[];
}

/** A sign of life. */
export interface Pong {
  type: "pong";
  id: string | null;
}

/** Where the game stands, as one viewer sees it. */
export interface Position {
  type: "position";
  ply: number;
  epoch: number;
  viewer: number | null;
  actor: number | null;
  observation: Record<string, unknown>;
  scene: Record<string, unknown> | null;
  moves: Record<string, unknown>[];
  clock: ClockState | null;
  outcome: OutcomeView | null;
  left_to_bots?: boolean;
  why?: "take_back";
}

/** A puzzle to be solved. */
export interface Puzzle {
  id: string;
  game: string;
  motif: string;
  title: Record<string, string>;
  difficulty: number;
  fails: number[];
  exercise: Exercise;
}

/** A puzzle in the list of all. */
export interface PuzzleEntry {
  id: string;
  game: string;
  motif: string;
  difficulty: number;
}

/** All puzzles. */
export interface PuzzleList {
  today: PuzzleOfTheDay;
  motifs: MotifView[];
  puzzles: PuzzleEntry[];
}

/** Which puzzle is that of the day. */
export interface PuzzleOfTheDay {
  date: string;
  puzzle: string;
}

/** What the bot thinks of a move. */
export interface RankedMoveView {
  move: string;
  value: number | null;
  visits: number | null;
}

/** Something that the receiver asked for was not done, and nothing has changed. */
export interface Refusal {
  type: "refused";
  id: string | null;
  code: string;
  message: string;
}

/** Reveal the nonce whose hash was sent, when the server asks for it. */
export interface RevealNonce {
  type: "reveal";
  id?: string | null;
  nonce: string;
}

/** How far the review of a game is. */
export interface ReviewState {
  status: "done" | "failed" | "none" | "preparing" | "running" | "waiting";
  progress?: number;
  revision?: number;
  is_yours?: boolean;
}

/** The rules of a game under its options, in one language. */
export interface Rulebook {
  title: string;
  sections: RulebookSection[];
}

/** A part of a section: one paragraph, one list, one figure with its caption, or one example in steps. */
export interface RulebookBlock {
  kind: "figure" | "list" | "paragraph" | "steps" | "terms";
  entries: RulebookEntry[];
  figure: string;
}

/** A text with the rules that it explains: a paragraph, an item of a list, a step, or the meaning of a term. */
export interface RulebookEntry {
  text: string;
  rules: string[];
  term: string;
}

/** A heading and what is below it. */
export interface RulebookSection {
  title: string;
  blocks: RulebookBlock[];
}

/** Somebody said something. */
export interface Said {
  type: "chat";
  number: number;
  player: string;
  name: string;
  seat: number | null;
  text: string;
  at: number;
  guest?: number | null;
}

/** Say something to everybody at the table. */
export interface Say {
  type: "chat";
  id?: string | null;
  text: string;
}

/** What the host of a new table wants at a seat. */
export interface SeatBody {
  kind: "bot" | "me" | "open";
  level?: string | null;
  name?: string | null;
}

/** How many seats a game has. */
export interface SeatRange {
  least: number;
  most: number;
}

/** A seat as everybody sees it. */
export interface SeatView {
  kind: "bot" | "open" | "person";
  name: string | null;
  player: string | null;
  level: string | null;
  connected: boolean;
  substitute: string | null;
  flagged: boolean;
  resigned: boolean;
  replaceable_in: number | null;
  guest?: number | null;
}

/** Set how fast bots play on, when only bots still decide; `none` is without any pause, to the end. */
export interface SetPace {
  type: "pace";
  id?: string | null;
  pace: "calm" | "none" | "normal" | "quick";
}

/** What the host chose. */
export interface Settings {
  clock?: NoClock | MoveClock | TotalClock;
  visibility?: "link" | "public";
  watch?: "anyone" | "link" | "nobody";
  take_back?: boolean;
  hints?: boolean;
  timeout?: "bot" | "out";
  chat?: boolean;
  pace?: "calm" | "normal" | "quick";
  starts_by_itself?: boolean;
}

/** The address at which others reach the server. */
export interface Sharing {
  url: string | null;
  network: "closed" | "open" | null;
}

/** Seats, presence, status or rematch have changed. */
export interface TableChanged {
  type: "table";
  table: TableView;
}

/** A table as one player sees it. Only `mine` differs between players. */
export interface TableView {
  id: string;
  code: string;
  game: string;
  options: Record<string, string>;
  status: "over" | "playing" | "waiting";
  seats: SeatView[];
  settings: Settings;
  host: string;
  mine: number[];
  commitment: string;
  seed: string | null;
  nonces: NonceView[];
  draws: number | null;
  ply: number | null;
  epoch: number;
  actor: number | null;
  spectators: number;
  created: number;
  changed: number;
  rematch: string | null;
  outcome: OutcomeView | null;
  begins_at_position?: boolean;
}

/** Somebody wants to go back; all who wait must agree. With `by` null: nobody wants to any more. */
export interface TakeBackAsked {
  type: "take_back";
  by: number | null;
  ply: number | null;
  agreed: number[];
  waiting: number[];
}

/** A new token. The secret is shown this once. */
export interface TokenAnswer {
  id: string;
  label: string;
  created: number;
  token: string;
}

/** Your tokens, oldest first. */
export interface TokenList {
  tokens: TokenView[];
}

/** A token of a bot, without its secret. */
export interface TokenView {
  id: string;
  label: string;
  created: number;
}

/** So many seconds for the whole game, and some more after every decision. */
export interface TotalClock {
  kind: "total";
  seconds: number;
  increment?: number;
}

/** A move of an analysis, after another one. */
export interface TreeMove {
  parent: number;
  move: string;
  words?: Record<string, string>;
}

/** The first message of a connection; before the game again, when the host has changed the number of seats. */
export interface Welcome {
  type: "welcome";
  protocol: number;
  table: TableView;
  viewer: number | null;
  material: Record<string, unknown>;
  chat: Said[];
}

export type ClientMessage = Play | AskHint | Say | Mute | AskTakeBack | AnswerTakeBack | SetPace | CommitNonce | RevealNonce | Authenticate | Ping;

export type ServerMessage = Welcome | Position | Plies | Played | Refusal | TableChanged | Said | TakeBackAsked | NoncesAsked | HintGiven | Pong | Closing;

/** Why something that a person can do was refused. */
export type RefusalCode =
  | "malformed"
  | "illegal"
  | "bad_name"
  | "bad_option"
  | "bad_position"
  | "bad_record"
  | "bot_name"
  | "mixed_name"
  | "too_slow"
  | "too_large"
  | "no_player"
  | "banned"
  | "no_chat"
  | "not_allowed"
  | "not_host"
  | "not_seated"
  | "no_such_table"
  | "no_such_game"
  | "no_such_seat"
  | "no_such_link"
  | "no_such_token"
  | "no_such_device"
  | "no_such_player"
  | "no_picture"
  | "no_review"
  | "wrong_host"
  | "already_seated"
  | "no_network"
  | "not_absent"
  | "not_alone"
  | "not_over"
  | "not_started"
  | "nothing_asked"
  | "open_seats"
  | "out_of_time"
  | "out_of_turn"
  | "over"
  | "replaced"
  | "resigned"
  | "seat_count"
  | "seat_out"
  | "seat_taken"
  | "stale"
  | "started"
  | "too_many_banned"
  | "too_many_devices"
  | "too_many_players"
  | "too_many_seats"
  | "too_many_tables"
  | "too_many_tokens"
  | "wrong_rules"
  | "too_fast"
  | "broken"
  | "game_failed"
  | "closing"
  | "not_drawn"
  | "not_stored"
  | "not_thinking"
  | "not_known";
