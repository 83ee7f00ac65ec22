/** The time that goes on by itself between two words of the server. */

const EVERY_MS = 100;

/** The moment of `performance.now`, moving on for as long as that is asked for. To be made while a part is set up. */
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
