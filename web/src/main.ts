import { mount } from "svelte";
import App from "./app/shell/App.svelte";
import { speech } from "./i18n/language.svelte";
import "./theme/theme.css";

await speech.begin();
mount(App, { target: document.getElementById("app")! });
