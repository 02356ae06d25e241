/** Conformity of an instance to the RGAA: `none` without an audit. @spec platform.statements */
export type Conformity = "none" | "partial" | "full";

/** The operator of this instance, from its settings; null for missing values. @spec platform.statements */
export interface Publisher {
  readonly name: string | null;
  /** E-mail address. */
  readonly contact: string | null;
  readonly hosting: string | null;
  /** E-mail address for personal data; null to use `contact`. */
  readonly dataContact: string | null;
  readonly conformity: Conformity;
}
