/** Whether the text is a deliverable e-mail address: a name, `@` and a domain with a dot. @spec forms.errors */
export function isEmail(text: string): boolean {
  return text.length <= LONGEST_ADDRESS && text.indexOf("@") <= LONGEST_NAME && ADDRESS.test(text);
}

/** Key of a mailbox, equal for two spellings of its address: trimmed, lower case. */
export function emailKey(text: string): string {
  return text.trim().toLowerCase();
}

/** Limits of RFC 5321. */
const LONGEST_ADDRESS = 254;
const LONGEST_NAME = 64;

const ADDRESS =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])$/i;

/** Whether a list has the mailbox of an address, in any spelling. */
export function includesEmail(emails: readonly string[], email: string): boolean {
  return emails.some((one) => emailKey(one) === emailKey(email));
}
