import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { onKey } from "./lib/keys";
import { settings, show } from "./lib/settings.svelte";
import { fetchSprite } from "./tiles/sprite.svelte";

show();
addEventListener("keydown", onKey);
void fetchSprite(settings.faces);
mount(App, { target: document.getElementById("app") as HTMLElement });
