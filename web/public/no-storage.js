// For pages that other sites frame: nothing that this browser keeps for the site is read or written there. Where storage
// is blocked in frames, touching it would even be an error.

{
  const kept = new Map();
  const storage = {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, String(value)),
    removeItem: (name) => void kept.delete(name),
    clear: () => kept.clear(),
  };
  Object.defineProperty(window, "localStorage", { value: storage });
}
