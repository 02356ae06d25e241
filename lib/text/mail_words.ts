/** What a mail says, in French, before it is put together. */
export interface MailWords {
  subject: string;
  /** Paragraphs before the link. */
  before: string[];
  /** What the link says; null for a mail without one. */
  action: string | null;
  /** Paragraphs after the link. */
  after: string[];
}
