// Which lessons were finished on this device, kept in local storage.

const STORAGE_KEY = "ludotheque.lessons";

function read(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((each) => typeof each === "string") : [];
  } catch {
    return []; // no storage, or somebody else wrote there
  }
}

class FinishedLessons {
  private keys: string[] = $state.raw(read());

  has(game: string, lesson: string): boolean {
    return this.keys.includes(`${game}/${lesson}`);
  }

  add(game: string, lesson: string): void {
    if (this.has(game, lesson)) return;
    this.keys = [...this.keys, `${game}/${lesson}`];
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify(this.keys));
    } catch {
      // It will be forgotten with the page.
    }
  }
}

export const finishedLessons = new FinishedLessons();
