/** Writes the subject and text of each mail in French. @module */

import { type AlarmLetter, alarmWords } from "@/lib/alarms/mail_text.ts";
import { withNoBreaks } from "@/lib/base/text_format.ts";
import {
  type ConsumptionReportLetter,
  consumptionReportWords,
} from "@/lib/consumption_reports/text.ts";
import {
  DOCUMENT_LETTER_NAMES,
  type DocumentLetter,
  documentWords,
  isDocumentLetter,
} from "@/lib/documents/mail_text.ts";
import { PRODUCT_NAME } from "@/lib/ui/page_titles.ts";
import { type HomeLetter, homeWords } from "./home_letters.ts";
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

/** Content of a mail, before its text is written; a code in it is for its recipient only. */
export type Letter =
  | { readonly kind: "reset-code"; readonly code: string; readonly app: string }
  | {
    readonly kind: "invitation";
    readonly code: string;
    readonly organisation: string;
    /** Author of the invitation, by name or e-mail. */
    readonly inviter: string;
    readonly app: string;
  }
  | { readonly kind: "welcome"; readonly organisation: string; readonly inviter: string }
  | HomeLetter
  | NoticeLetter
  | DocumentLetter
  | AlarmLetter
  | ConsumptionReportLetter;

/** What happened to an account, or a test. */
type NoticeLetter =
  | { readonly kind: "password-changed" }
  | { readonly kind: "email-proof"; readonly token: string }
  | { readonly kind: "email-asked"; readonly email: string }
  | { readonly kind: "email-changed"; readonly email: string }
  | { readonly kind: "account-removed" }
  | { readonly kind: "test"; readonly by: string };

export type LetterKind = Letter["kind"];

export const LETTER_NAMES: Readonly<Record<LetterKind, string>> = {
  "reset-code": "Code pour un nouveau mot de passe",
  "invitation": "Invitation",
  "welcome": "Ajout à une organisation",
  "home-invitation": "Invitation d’un occupant",
  "home-welcome": "Page d’un logement ouverte",
  "password-changed": "Mot de passe changé",
  "email-proof": "Confirmation d’une adresse email",
  "email-asked": "Nouvelle adresse email demandée",
  "email-changed": "Adresse email changée",
  "account-removed": "Compte supprimé",
  ...DOCUMENT_LETTER_NAMES,
  "alarms": "Alertes",
  "consumption-report": "Bilan de consommation",
  "test": "Message d’essai",
};

/** French name of a kind of mail; the kind itself when this version does not know it. */
export function letterName(kind: string): string {
  return isLetterKind(kind) ? LETTER_NAMES[kind] : kind;
}

function isLetterKind(kind: string): kind is LetterKind {
  return Object.hasOwn(LETTER_NAMES, kind);
}

/**
 * A letter in French, as plain text and as simple HTML with the same text.
 *
 * @param name of its recipient, for the greeting; "" when unknown
 * @param link URL of the letter's link; unused by a letter without a link
 */
export function mailText(letter: Letter, { name, link }: { name: string; link: string }): MailText {
  const { before, lists = [], action, after, ...words } = wordsOf(letter);
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

function wordsOf(letter: Letter): MailWords {
  if (isDocumentLetter(letter)) return documentWords(letter);
  if (letter.kind === "alarms") return alarmWords(letter);
  if (letter.kind === "consumption-report") return consumptionReportWords(letter);
  switch (letter.kind) {
    case "reset-code":
      return {
        subject: "votre code pour un nouveau mot de passe",
        before: [
          "Vous avez demandé à choisir un nouveau mot de passe.",
          `Votre code : ${letter.code}`,
        ],
        action: "Choisir un nouveau mot de passe",
        after: [
          "Ce code sert une fois, pendant 30 minutes. Si vous n’avez rien demandé, ne faites rien : votre mot de passe ne change pas.",
        ],
      };
    case "invitation":
      return {
        subject: `invitation à rejoindre ${letter.organisation}`,
        before: [
          `${letter.inviter} vous invite à rejoindre ${letter.organisation}.`,
          `Votre code : ${letter.code}`,
        ],
        action: "Choisir votre mot de passe et entrer",
        after: ["Cette invitation est valable 7 jours."],
      };
    case "welcome":
      return {
        subject: `vous avez rejoint ${letter.organisation}`,
        before: [
          `${letter.inviter} vous a ouvert l’accès à ${letter.organisation}. Votre compte et votre mot de passe ne changent pas.`,
        ],
        action: "Se connecter",
        // An invitation elsewhere may still await its answer.
        after: [
          "Si vous n’avez pas encore choisi de mot de passe, demandez-en un par « Mot de passe oublié ».",
        ],
      };
    case "home-invitation":
    case "home-welcome":
      return homeWords(letter);
    default:
      return noticeWords(letter);
  }
}

const NOT_YOU =
  "Si ce n’était pas vous, demandez un nouveau mot de passe et prévenez votre administrateur.";

function noticeWords(letter: NoticeLetter): MailWords {
  switch (letter.kind) {
    case "password-changed":
      return {
        subject: "votre mot de passe a changé",
        before: [
          "Le mot de passe de votre compte vient d’être changé. Toutes les autres sessions sont fermées.",
        ],
        action: "Se connecter",
        after: [NOT_YOU],
      };
    case "email-proof":
      return {
        subject: "confirmez votre adresse",
        before: ["Vous avez demandé que cette adresse soit celle de votre compte."],
        action: "Confirmer cette adresse",
        after: [
          "Ce lien sert une fois, pendant 24 heures. Si vous n’avez rien demandé, ne faites rien : le compte garde son adresse.",
        ],
      };
    case "email-asked":
      return {
        subject: "une autre adresse est demandée pour votre compte",
        before: [
          `L’adresse ${letter.email} est demandée pour votre compte. Tant qu’elle n’est pas confirmée, votre adresse reste celle-ci.`,
        ],
        action: "Voir votre compte",
        after: [
          "Si ce n’était pas vous, changez votre mot de passe : la demande est alors annulée.",
        ],
      };
    case "email-changed":
      return {
        subject: "l’adresse de votre compte a changé",
        before: [
          `Votre compte porte maintenant l’adresse ${letter.email} ; c’est avec elle que vous vous connectez.`,
        ],
        action: null,
        after: ["Si ce n’était pas vous, prévenez votre administrateur sans attendre."],
      };
    case "account-removed":
      return {
        subject: "votre compte est supprimé",
        before: ["Votre compte vient d’être supprimé, avec ses rôles et ses appartenances."],
        action: null,
        after: ["Si ce n’était pas vous, prévenez votre administrateur sans attendre."],
      };
    case "test":
      return {
        subject: "message d’essai",
        before: [`${letter.by} vérifie que les mails partent. Ils arrivent.`],
        action: "Ouvrir l’application",
        after: [],
      };
  }
}
