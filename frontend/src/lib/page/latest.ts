/** Of several requests for the same thing only the latest counts: the answer to an earlier one may come late. */

export class Latest {
  private last = 0;

  /** Begin a request. The returned function tells whether it is still the latest. */
  begin(): () => boolean {
    const number = (this.last += 1);
    return () => number === this.last;
  }

  /** Nobody waits for the answers to earlier requests any more. */
  end(): void {
    this.last += 1;
  }
}
