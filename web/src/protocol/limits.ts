// Generated from the server's limits by `python -m tools.write_client_types`; a test fails when it is out of date.
// Inputs and translated sentences take their numbers from here.

export const LIMITS = {
  /** The longest name of a player, in characters. */
  name: 24,
  /** The longest label of a token, in characters. */
  label: 40,
  /** The longest thing that can be said at once, in characters. */
  chat: 500,
  /** The longest value of an option, in characters. */
  option: 4000,
  /** The longest record that can be opened, in characters. */
  record: 48000,
  /** The longest position that can be opened, in characters. */
  position: 8000,
  /** The longest note on a position of an analysis, in characters. */
  note: 2000,
  /** How many letters the code of a table has. */
  code: 6,
  /** How long a link for another device works. */
  linkMinutes: 10,
  /** How many players a browser keeps besides the one it is. */
  keptPlayers: 5,
  /** How many tokens a player has at most. */
  tokens: 20,
  /** How long a player must be away before a bot may play on. */
  absentSeconds: 60,
} as const;
