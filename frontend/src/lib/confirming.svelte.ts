/** Asks for the password where the server wants to be sure who it is. */

import { Refusal } from "./api";

type Answer = (password: string | null) => void;

class Confirming {
  /** Takes the password, or null when somebody gives up; null while nothing is asked. */
  answer: Answer | null = $state.raw(null);

  /** Do something, with the password when it is needed; null when somebody gives up. */
  async attempt<T>(job: (password?: string) => Promise<T>): Promise<T | null> {
    try {
      return await job();
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "person/confirm") throw error;
    }
    const password = await new Promise<string | null>((resolve) => (this.answer = resolve));
    this.answer = null;
    return password === null ? null : job(password);
  }
}

export const confirming = new Confirming();
