// Sets theme and motion before the first paint: modules run too late, and scripts in the page are forbidden.

{
  const PAPER = { light: "#f7f1e3", dark: "#1c1814" }; // --paper of theme.css
  const prefersDark = matchMedia("(prefers-color-scheme: dark)");
  const prefersReduced = matchMedia("(prefers-reduced-motion: reduce)");

  const apply = () => {
    let chosen = {};
    try {
      chosen = JSON.parse(localStorage.getItem("ludotheque.preferences")) ?? {}; // of preferences.svelte.ts
    } catch {
      // as the system has it
    }
    const theme = chosen.theme in PAPER ? chosen.theme : prefersDark.matches ? "dark" : "light";
    const reduces = chosen.motion === "reduced" || (chosen.motion !== "full" && prefersReduced.matches);
    Object.assign(document.documentElement.dataset, { theme, motion: reduces ? "reduced" : "full" });
    for (const meta of document.querySelectorAll("meta[name=theme-color]")) meta.content = PAPER[theme];
    dispatchEvent(new Event("appearancechange"));
  };

  for (const query of [prefersDark, prefersReduced]) query.addEventListener("change", apply);
  for (const change of ["preferenceschange", "storage"]) addEventListener(change, apply); // in this tab, in others
  apply();
}
