import { expect, it, vi } from "vitest";

vi.stubGlobal("location", { hostname: "192.168.1.7", origin: "http://192.168.1.7:8000" });
const { isLoopback, sharing } = await import("./sharing.svelte");

it.each(["localhost", "games.localhost", "127.0.0.1", "127.1.2.3", "[::1]"])("%s is this device", (name) => {
  expect(isLoopback(name)).toBe(true);
});

it.each(["192.168.1.7", "games.example", "localhost.example", "127.0.0.1.example", "[fe80::1]"])(
  "%s is not only this device",
  (name) => {
    expect(isLoopback(name)).toBe(false);
  },
);

it("takes the address of the page where others can use it, without asking", () => {
  expect(sharing.isKnown).toBe(true);
  expect(sharing.reachesOthers).toBe(true);
  expect(sharing.origin).toBe("http://192.168.1.7:8000");
});
