// Short sounds, synthesized with Web Audio. Off by default; the setting is kept in local storage.

export type Sound = "move" | "turn" | "end";

/** The tones of each sound: frequency in hertz, start and length in seconds. */
const TONES: Record<Sound, [hertz: number, at: number, length: number][]> = {
  move: [[196, 0, 0.09]],
  turn: [
    [392, 0, 0.16],
    [523, 0.11, 0.24],
  ],
  end: [
    [392, 0, 0.18],
    [494, 0.14, 0.18],
    [587, 0.28, 0.4],
  ],
};
const VOLUME = 0.18;
const ATTACK = 0.008;
const SILENCE = 0.0001;
const STORAGE_KEY = "ludotheque.sound";

class Sounds {
  isOn = $state(typeof localStorage !== "undefined" && localStorage.getItem(STORAGE_KEY) === "on");
  private context: AudioContext | null = null;

  toggle(): void {
    this.isOn = !this.isOn;
    localStorage.setItem(STORAGE_KEY, this.isOn ? "on" : "off");
    this.play("turn");
  }

  play(sound: Sound): void {
    if (!this.isOn) return;
    const context = (this.context ??= new AudioContext());
    void context.resume();
    for (const [hertz, at, length] of TONES[sound]) {
      const begin = context.currentTime + at;
      const tone = new OscillatorNode(context, { type: "triangle", frequency: hertz });
      const volume = new GainNode(context, { gain: 0 });
      volume.gain.setValueAtTime(SILENCE, begin);
      volume.gain.exponentialRampToValueAtTime(VOLUME, begin + ATTACK);
      volume.gain.exponentialRampToValueAtTime(SILENCE, begin + length);
      tone.connect(volume).connect(context.destination);
      tone.start(begin);
      tone.stop(begin + length);
    }
  }
}

export const sounds = new Sounds();
