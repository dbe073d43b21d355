// Whether the user prefers reduced motion.

const query = typeof matchMedia === "undefined" ? null : matchMedia("(prefers-reduced-motion: reduce)");

class Motion {
  reduced = $state(query?.matches ?? false);

  constructor() {
    query?.addEventListener("change", (change) => (this.reduced = change.matches));
  }
}

export const motion = new Motion();
