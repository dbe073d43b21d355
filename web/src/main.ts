import { mount } from "svelte";
import App from "./app/shell/App.svelte";
import { speech } from "./i18n/language.svelte";
import "./theme/theme.css";

await speech.begin();
const target = document.getElementById("app")!;
target.replaceChildren(); // what is shown if no script can be loaded
mount(App, { target });
