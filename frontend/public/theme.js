// Runs before the first paint, so that a remembered theme does not flash.
try {
  const kept = JSON.parse(localStorage.getItem("teahouse.settings") || "{}");
  if (kept.theme && kept.theme !== "auto") document.documentElement.dataset.theme = kept.theme;
  if (kept.motion === "reduce") document.documentElement.dataset.motion = "reduce";
} catch {
  // Storage is closed to us: the system's theme it is.
}
