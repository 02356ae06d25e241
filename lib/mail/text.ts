/** Writes the subject and text of a mail in French. @module */

import { withNoBreaks } from "@/lib/base/text_format.ts";
import { PRODUCT_NAME } from "@/lib/ui/page_titles.ts";
import {
  htmlLink,
  htmlList,
  htmlPage,
  htmlParagraph,
  type MailText,
  type MailWords,
  plainList,
} from "./mail_body.ts";

/** Ends of host names that mail programs turn into links. */
const ENDS = "com|net|org|info|biz|eu|fr|be|ch|de|es|it|lu|nl|uk|co|io|me|ru|cn|tk|top|xyz|site|" +
  "online|shop|store|app|dev|link|click|live|pro|club|page|web|cloud|ly|gg|to";

/** An address or a URL: with a scheme, "@" or "www.", or a host name with a path or a usual end. */
const LINK = new RegExp(
  String.raw`\S*(?:@|:\/\/)\S*|\bwww\.\S+|\S+\.\p{L}{2,}\/\S*|` +
    String.raw`[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.(?:${ENDS})(?![\p{L}\p{N}-])\S*`,
  "giu",
);

/** Any letters after a dot in a word: no first name or surname has them. */
const DOTTED = /\p{L}\.\p{L}{2,}/u;

/**
 * A person's name for the first line of a mail and its recipient; "" when it is an address, a URL or several lines, which
 * the writer of the name would make the program say.
 *
 * @spec organisations.mailed-names
 */
export function mailedName(name: string): string {
  const plain = name.normalize("NFKC");
  const isLink = plain.search(LINK) >= 0 || DOTTED.test(plain) ||
    /[\p{Cc}\u2028\u2029]/u.test(plain);
  return isLink ? "" : name.trim();
}

/** A subject in one line, without the addresses and URLs of names in it. @spec organisations.mailed-names */
export function mailedSubject(subject: string): string {
  return subject.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").replaceAll(LINK, "…");
}

/**
 * A mail in French, as plain text and as simple HTML with the same text.
 *
 * @param name of its recipient, for the greeting; "" when unknown
 * @param link URL of the letter's link; unused by a mail without a link
 */
export function mailText(
  { before, lists = [], action, after, ...words }: MailWords,
  { name, link }: { name: string; link: string },
): MailText {
  const subject = mailedSubject(words.subject);
  const greeted = mailedName(name);
  const greeting = greeted === "" ? "Bonjour," : `Bonjour ${greeted},`;
  const first = [greeting, ...before].map(withNoBreaks);
  const last = [...after, FOOT].map(withNoBreaks);
  const shown = action === null ? [] : [`${withNoBreaks(`${action} :`)}\n${link}`];
  return {
    subject: withNoBreaks(`${PRODUCT_NAME} : ${subject}`),
    text: [
      ...first,
      ...lists.map(({ title, items }) => plainList(title, items, link)),
      ...shown,
      ...last,
    ].join("\n\n") + "\n",
    html: htmlPage(subject, [
      ...first.map(htmlParagraph),
      ...lists.map(({ title, items }) => htmlList(title, items, link)),
      ...(action === null ? [] : [htmlLink(action, link)]),
      ...last.map(htmlParagraph),
    ]),
  };
}

const FOOT = `${PRODUCT_NAME}, message automatique : ne répondez pas à cette adresse.`;
