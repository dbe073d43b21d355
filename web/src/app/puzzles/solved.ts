// What was solved on this device, as it is kept: puzzles by their ids, and the days whose puzzle was among them.

export interface Solved {
  readonly puzzles: readonly string[];
  /** Dates such as 2026-11-18, ascending. */
  readonly days: readonly string[];
}

export const NOTHING: Solved = { puzzles: [], days: [] };

const DAY = 86_400_000;
const DATE = /^\d{4}-\d\d-\d\d$/;

export function parseSolved(text: string | null): Solved {
  try {
    const { puzzles, days } = JSON.parse(text ?? "{}") as Partial<Record<keyof Solved, unknown>>;
    return {
      puzzles: listTexts(puzzles),
      days: listTexts(days)
        .filter((day) => DATE.test(day))
        .sort(),
    };
  } catch {
    return NOTHING; // somebody else wrote there
  }
}

function listTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

/** Adds a puzzle and, if it was that of a day, the day. */
export function addSolved(solved: Solved, puzzle: string, day: string | null): Solved {
  return {
    puzzles: solved.puzzles.includes(puzzle) ? solved.puzzles : [...solved.puzzles, puzzle],
    days: day === null || solved.days.includes(day) ? solved.days : [...solved.days, day].sort(),
  };
}

/** How many days in a row were solved, up to today; today's puzzle may still be open. */
export function countStreak(solved: Solved, today: string): number {
  let day = solved.days.includes(today) ? today : dayBefore(today);
  let streak = 0;
  while (solved.days.includes(day)) {
    streak += 1;
    day = dayBefore(day);
  }
  return streak;
}

function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - DAY).toISOString().slice(0, 10);
}
