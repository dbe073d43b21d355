import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { hashHex, sha256, toHex } from "./sha256";

describe("sha256", () => {
  it("gives the known answers of the standard", () => {
    const hash = (text: string) => toHex(sha256(new TextEncoder().encode(text)));
    expect(hash("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(hash("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  });

  it("gives the known answers of docs/fairness.md", () => {
    expect(hashHex("00".repeat(32))).toBe("66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925");
    expect(hashHex("11".repeat(32))).toBe("02d449a31fbb267c8f352e9968a79e3e5fc95c1bbeaa502fd6454ebde5a4bedc");
  });

  it("agrees with another implementation for every length around the ends of blocks", () => {
    for (let length = 0; length < 200; length++) {
      const bytes = Uint8Array.from({ length }, (_, index) => (index * 89 + length) % 256);
      expect(toHex(sha256(bytes))).toBe(createHash("sha256").update(bytes).digest("hex"));
    }
  });
});
