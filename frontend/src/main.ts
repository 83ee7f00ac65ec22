import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/parts.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { learn } from "./i18n/i18n.svelte";
import { onKey } from "./lib/page/keys";
import { noteFailed } from "./lib/browser/sheets";
import { settings, show } from "./lib/settings.svelte";
import { fetchSprite } from "./tiles/sprite.svelte";

show();
addEventListener("keydown", onKey);
addEventListener("error", noteFailed, true); // this event does not bubble
void fetchSprite(settings.faces);
void fetchSprite("backs");
// No `await` here: the bundler would split the first load into a dozen small files.
void learn(settings.lang).then(() => mount(App, { target: document.getElementById("app") ?? document.body }));
