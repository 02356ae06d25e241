/** An item of a mail's list, with its page. */
export interface MailItem {
  text: string;
  /** Path of its page; null when there is none. */
  path: string | null;
}

/** French content of a mail, before it is formatted. */
export interface MailWords {
  subject: string;
  /** Paragraphs before the link. */
  before: string[];
  /** Lists after these paragraphs, each under its title. */
  lists?: readonly { readonly title: string; readonly items: readonly MailItem[] }[];
  /** Text of the link; null for a mail without a link. */
  action: string | null;
  /** Paragraphs after the link. */
  after: string[];
}
