// Runs before the first paint: applies the stored theme, and requests what the page needs while the app loads.
{
  const root = document.documentElement;
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("teahouse.settings") || "{}");
  } catch {
    // Storage is not available: the system's theme applies.
  }
  if (kept.theme && kept.theme !== "auto") root.dataset.theme = kept.theme;
  if (kept.cloth) root.dataset.cloth = kept.cloth;
  if (kept.motion === "reduce") root.dataset.motion = "reduce";

  // The build writes the file names of the languages and tiles into this element.
  const files = JSON.parse(document.querySelector("meta[name=files]")?.content ?? "{}");
  const wanted = [kept.lang, ...navigator.languages].map((tag) => String(tag).slice(0, 2));
  const lang = wanted.find((tag) => tag === "en" || files[tag] !== undefined) ?? "en";
  root.lang = lang;

  const ask = (rel, href, fetchPriority = "auto") => {
    const attributes = { rel, href, fetchPriority, crossOrigin: "anonymous" };
    const link = Object.assign(document.createElement("link"), attributes);
    if (rel === "preload") link.as = "fetch";
    if (href !== undefined) document.head.append(link);
  };
  ask("modulepreload", files[lang]);
  if (location.pathname !== "/") ask("modulepreload", files[`${lang}?rest`]);
  ask("preload", "/api/v1/me");
  if (location.pathname === "/")
    for (const answer of ["games", "me/tables", "today", "records?limit=6"]) ask("preload", `/api/v1/${answer}`);
  const usual = matchMedia("(prefers-contrast: more)").matches ? "contrast" : "traditional";
  ask("preload", files[kept.faces ?? usual], "low");
  ask("preload", files.backs, "low");
}
