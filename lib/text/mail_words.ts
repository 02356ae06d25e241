/** Something that a mail lists, with the page that shows it. */
export interface MailItem {
  text: string;
  /** Path of its page; null for what has none. */
  path: string | null;
}

/** What a mail says, in French, before it is put together. */
export interface MailWords {
  subject: string;
  /** Paragraphs before the link. */
  before: string[];
  /** Lists after these paragraphs, each under its title. */
  lists?: readonly { readonly title: string; readonly items: readonly MailItem[] }[];
  /** What the link says; null for a mail without one. */
  action: string | null;
  /** Paragraphs after the link. */
  after: string[];
}
