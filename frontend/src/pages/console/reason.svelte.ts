/** The reason for an act of an administrator, which the audit log keeps: nothing is done without one. */

export class Reason {
  text = $state("");
  field: HTMLInputElement | undefined = $state();
  private wasAsked = $state(false);

  /** Was something tried without a reason, and is there still none? */
  get isMissing(): boolean {
    return this.wasAsked && this.text.trim() === "";
  }

  /** Is there a reason? If not, the page says so and goes to its field. */
  isGiven(): boolean {
    this.wasAsked = this.text.trim() === "";
    if (this.wasAsked) this.field?.focus();
    return !this.wasAsked;
  }
}
