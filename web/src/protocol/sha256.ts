// SHA-256 (FIPS 180-4). The browser has its own only under https and on the device itself, and people also play by the
// plain address of a machine in their network.

/** The first 32 bits of the fractional parts of the `root`-th roots of the first `count` primes. */
function constants(count: number, root: number): number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate++) {
    let isPrime = true;
    for (let divisor = 2; divisor * divisor <= candidate; divisor++) if (candidate % divisor === 0) isPrime = false;
    if (isPrime) found.push(((candidate ** (1 / root) % 1) * 2 ** 32) | 0);
  }
  return found;
}

const START = constants(8, 2);
const ROUNDS = constants(64, 3);

const rotate = (word: number, by: number) => (word >>> by) | (word << (32 - by));

export function sha256(bytes: Uint8Array): Uint8Array {
  const length = ((bytes.length + 9 + 63) >> 6) << 6;
  const padded = new DataView(new ArrayBuffer(length));
  for (const [index, byte] of bytes.entries()) padded.setUint8(index, byte);
  padded.setUint8(bytes.length, 0x80);
  padded.setUint32(length - 8, Math.floor(bytes.length / 2 ** 29));
  padded.setUint32(length - 4, bytes.length << 3);
  const hash = [...START];
  const words = new Array<number>(64);
  for (let block = 0; block < length; block += 64) {
    for (let index = 0; index < 64; index++) {
      if (index < 16) {
        words[index] = padded.getInt32(block + 4 * index);
        continue;
      }
      const early = words[index - 15]!;
      const late = words[index - 2]!;
      const low = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
      const high = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
      words[index] = (words[index - 16]! + low + words[index - 7]! + high) | 0;
    }
    let [a, b, c, d, e, f, g, h] = hash as [number, number, number, number, number, number, number, number];
    for (let index = 0; index < 64; index++) {
      const choice = (e & f) ^ (~e & g);
      const first = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + ROUNDS[index]! + words[index]!;
      const majority = (a & b) ^ (a & c) ^ (b & c);
      const second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) hash[index] = (hash[index]! + word) | 0;
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (const [index, word] of hash.entries()) digest.setInt32(4 * index, word);
  return new Uint8Array(digest.buffer);
}

export const toHex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export const fromHex = (text: string) =>
  Uint8Array.from({ length: text.length / 2 }, (_, index) => parseInt(text.slice(2 * index, 2 * index + 2), 16));

/** The SHA-256 of bytes that are given in hexadecimal, in hexadecimal. */
export const hashHex = (text: string) => toHex(sha256(fromHex(text)));
