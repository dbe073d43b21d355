// Whether motion is reduced: as chosen on this device, or as the system has it. public/appearance.js finds out.

const isReduced = () => typeof document !== "undefined" && document.documentElement.dataset.motion === "reduced";

class Motion {
  reduced = $state(isReduced());

  constructor() {
    if (typeof addEventListener !== "undefined")
      addEventListener("appearancechange", () => (this.reduced = isReduced()));
  }
}

export const motion = new Motion();
