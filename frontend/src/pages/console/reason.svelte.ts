/** The reason for an administrator's action, kept in the audit log: every action needs one. */

export class Reason {
  text = $state("");
  field: HTMLInputElement | undefined = $state();
  private wasAsked = $state(false);

  /** Was an action attempted without a reason, and is it still missing? */
  get isMissing(): boolean {
    return this.wasAsked && this.text.trim() === "";
  }

  /** Is there a reason? If not, show an error and focus the field. */
  isGiven(): boolean {
    this.wasAsked = this.text.trim() === "";
    if (this.wasAsked) this.field?.focus();
    return !this.wasAsked;
  }
}
