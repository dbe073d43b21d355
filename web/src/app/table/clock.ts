// Formats the time on a clock: as it is shown, and as it is read out.

/** In seconds. */
export const DAY = 24 * 60 * 60;

/** How many whole days are left, and how many hours besides; null on the last day, which is counted in seconds. */
export function splitDays(milliseconds: number): [days: number, hours: number] | null {
  const hours = Math.floor(milliseconds / 3_600_000);
  return hours < 24 ? null : [Math.floor(hours / 24), hours % 24];
}

/** `1:05:09`, `4:09`, and tenths in the last ten seconds: `7.3`. */
export function formatTime(milliseconds: number): string {
  const left = Math.max(0, milliseconds);
  if (left < 10_000) return (Math.floor(left / 100) / 10).toFixed(1);
  const seconds = Math.floor(left / 1000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** `1 h 5 min 9 s`, to be read out; hours and minutes only where there are any. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.floor(Math.max(0, milliseconds) / 1000);
  const parts: [number, string][] = [
    [Math.floor(seconds / 3600), "h"],
    [Math.floor(seconds / 60) % 60, "min"],
    [seconds % 60, "s"],
  ];
  const told = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count}\u00a0${unit}`);
  return told.join(" ") || "0\u00a0s";
}
