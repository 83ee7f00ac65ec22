/** The time that passes between two messages of the server. */

const EVERY_MS = 100;

/** The current `performance.now`, updated while `isOn` returns true. Create it while a component is set up. */
export class Ticking {
  now = $state(performance.now());

  constructor(isOn: () => boolean, every = EVERY_MS) {
    $effect(() => {
      this.now = performance.now();
      if (!isOn()) return;
      const timer = setInterval(() => (this.now = performance.now()), every);
      return () => clearInterval(timer);
    });
  }
}
