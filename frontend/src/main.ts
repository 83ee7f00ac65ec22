import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { learn } from "./i18n/i18n.svelte";
import { onKey } from "./lib/keys";
import { settings, show } from "./lib/settings.svelte";
import { fetchSprite } from "./tiles/sprite.svelte";

show();
addEventListener("keydown", onKey);
void fetchSprite(settings.faces);
await learn(settings.lang);
mount(App, { target: document.getElementById("app") as HTMLElement });
