import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { onKey } from "./lib/keys";
import { show } from "./lib/settings.svelte";
import { fetchSprite } from "./tiles/sprite.svelte";

show();
addEventListener("keydown", onKey);
void fetchSprite();
mount(App, { target: document.getElementById("app") as HTMLElement });
