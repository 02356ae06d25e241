/** How far an instance meets the RGAA: none without an audit of it. @spec platform.statements */
export type Conformity = "none" | "partial" | "full";

/** The operator of this instance, from its settings; null for missing ones. @spec platform.statements */
export interface Publisher {
  readonly name: string | null;
  /** E-mail address. */
  readonly contact: string | null;
  readonly hosting: string | null;
  /** E-mail address for personal data; the contact's when null. */
  readonly dataContact: string | null;
  readonly conformity: Conformity;
}
