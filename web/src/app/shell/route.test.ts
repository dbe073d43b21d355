import { expect, it } from "vitest";
import { parseRoute } from "./route";

it.each([
  ["/", "", { screen: "home" }],
  ["/table/abc", "", { screen: "table", id: "abc" }],
  ["/join/XK4", "", { screen: "join", code: "XK4" }],
  ["/new/tao", "?shared", { screen: "new", game: "tao", shared: true }],
  ["/rules/tsuro", "?edition=kosmos", { screen: "rules", game: "tsuro", options: { edition: "kosmos" } }],
  ["/link/abc", "", { screen: "link", code: "abc" }],
  ["/table", "", { screen: "notFound" }],
  ["/table/a/b", "", { screen: "notFound" }],
  ["/elsewhere/a", "", { screen: "notFound" }],
])("%s%s is a screen", (path, query, route) => {
  expect(parseRoute(path, query)).toEqual(route);
});
