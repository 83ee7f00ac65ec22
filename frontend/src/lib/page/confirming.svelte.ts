/** Asks for the password when the server requires it for a sensitive request. */

import { Refusal } from "../api";

type Answer = (password: string | null) => void;

class Confirming {
  /** Call with the password, or with null to cancel; null while nothing is asked. */
  answer: Answer | null = $state.raw(null);

  /** Run a request, again with the password if the server asks for it; null if the visitor cancels. */
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
