import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { onKey } from "./lib/keys";
import { show } from "./lib/settings.svelte";
import { hangSprite } from "./tiles/sprite";

show();
addEventListener("keydown", onKey);
void hangSprite();
mount(App, { target: document.getElementById("app") as HTMLElement });
