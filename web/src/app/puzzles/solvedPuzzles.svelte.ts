// Which puzzles were solved on this device, kept in local storage.

import { addSolved, countStreak, parseSolved, type Solved } from "./solved";

const STORAGE_KEY = "ludotheque.puzzles";

function read(): Solved {
  try {
    return parseSolved(localStorage.getItem(STORAGE_KEY));
  } catch {
    return parseSolved(null); // no storage
  }
}

class SolvedPuzzles {
  private solved: Solved = $state.raw(read());

  has(puzzle: string): boolean {
    return this.solved.puzzles.includes(puzzle);
  }

  /** `day`: the date whose puzzle it is; null if it is any other. */
  add(puzzle: string, day: string | null): void {
    this.solved = addSolved(read(), puzzle, day); // another tab may have added something
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify(this.solved));
    } catch {
      // It will be forgotten with the page.
    }
  }

  streak(today: string): number {
    return countStreak(this.solved, today);
  }
}

export const solvedPuzzles = new SolvedPuzzles();
