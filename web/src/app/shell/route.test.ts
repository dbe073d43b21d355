import { expect, it } from "vitest";
import { parseRoute } from "./route";

it.each([
  ["/", "", { screen: "home" }],
  ["/table/abc", "", { screen: "table", id: "abc", replay: false, remarks: false, review: false }],
  ["/table/abc", "?replay", { screen: "table", id: "abc", replay: true, remarks: false, review: false }],
  ["/games", "", { screen: "games", state: "", game: "" }],
  ["/games", "?state=over&game=tao", { screen: "games", state: "over", game: "tao" }],
  ["/games/tao", "", { screen: "notFound" }],
  ["/join/XK4", "", { screen: "join", code: "XK4" }],
  ["/new/tao", "?shared", { screen: "new", game: "tao", shared: true }],
  ["/rules/tsuro", "?edition=kosmos", { screen: "rules", game: "tsuro", options: { edition: "kosmos" } }],
  ["/link/abc", "", { screen: "link", code: "abc" }],
  ["/settings", "", { screen: "settings" }],
  ["/deleted", "", { screen: "deleted" }],
  ["/settings/elsewhere", "", { screen: "notFound" }],
  ["/table", "", { screen: "notFound" }],
  ["/table/a/b", "", { screen: "notFound" }],
  ["/table/abc", "?remarks", { screen: "table", id: "abc", replay: false, remarks: true, review: false }],
  ["/table/abc", "?review", { screen: "table", id: "abc", replay: false, remarks: false, review: true }],
  ["/learn/tsuro", "", { screen: "learn", game: "tsuro", lesson: null, options: {} }],
  [
    "/learn/tsuro/side",
    "?edition=kosmos",
    { screen: "learn", game: "tsuro", lesson: "side", options: { edition: "kosmos" } },
  ],
  ["/learn/tsuro/side/a", "", { screen: "notFound" }],
  ["/elsewhere/a", "", { screen: "notFound" }],
])("%s%s is a screen", (path, query, route) => {
  expect(parseRoute(path, query)).toEqual(route);
});
