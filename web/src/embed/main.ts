// The page that other sites frame: one finished game, and nothing of whoever looks at it.

import { mount } from "svelte";
import { parsePly } from "../app/table/history/plyLink.svelte";
import { chooseLanguage, speech } from "../i18n/language.svelte";
import "../theme/theme.css";
import Embed from "./Embed.svelte";

// The page around it may ask for its own language: `?lang=de`.
const wanted = new URLSearchParams(location.search).get("lang");
await speech.speak(chooseLanguage([...(wanted === null ? [] : [wanted]), ...navigator.languages]));
const target = document.getElementById("app")!;
target.replaceChildren(); // what is shown if no script can be loaded
const [, id = ""] = location.pathname.split("/").filter(Boolean).map(decodeURIComponent);
mount(Embed, { target, props: { id, ply: parsePly(location) } });
