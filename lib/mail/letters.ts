/** How an area declares its letters, the letters of all areas, and the link of each. @module */

import type * as z from "zod";
import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { type HouseAt, links } from "@/lib/ui/links.ts";
import type { MailWords } from "./text.ts";

/** Content of a mail, before its text is written; a code in it is for its recipient only. */
export interface Letter {
  readonly kind: string;
}

/** What the outbox must know of a kind of letter. */
interface LetterKind {
  /** French name, in the list of mails. */
  readonly name: string;
  /** Has a code or a link that expires with the mail. */
  readonly hasExpiry?: true;
  /** Goes to the owner of an account; a letter to an address that others entered does not. */
  readonly isToAccount?: true;
  /** Has the code of an invitation: an address has one such code at a time. */
  readonly isInvitation?: true;
}

/** Where the link of a letter leads. */
interface LinkTarget {
  /** The sign-in page when absent or empty. */
  readonly path: string | null | undefined;
  /** Name of the application in calls; this program when absent or unknown. */
  readonly app?: string;
}

/** The occupancy of a dwelling, to find the letters about it. */
export interface MailedOccupancy extends HouseAt {
  /** Names of the residence and of the dwelling. */
  readonly residence: string;
  readonly dwelling: string;
  /** First and last day; null for none. */
  readonly span: { readonly from: IsoDate | null; readonly to: IsoDate | null };
}

interface LettersDeclaration<L extends Letter> {
  readonly kinds: Readonly<Record<L["kind"], LetterKind>>;
  /** Schema of a letter in the outbox, where those of earlier versions may still wait. */
  readonly schema: z.ZodType<L>;
  readonly words: (letter: L) => MailWords;
  /** Where the link leads; null, as without this function, for the sign-in page. @param email of the recipient */
  readonly target?: (letter: L, email: string) => LinkTarget | null;
  /** Whether a letter is about an occupancy; absent when the area writes to no occupants. */
  readonly isAbout?: (letter: L, occupancy: MailedOccupancy) => boolean;
}

/** A letter that its area has declared, ready to be encrypted. */
export interface DeclaredLetter {
  readonly kind: string;
  /** Its JSON. */
  readonly text: string;
}

/** A letter read from the outbox. */
export interface OpenedLetter<L extends Letter = Letter> {
  readonly letter: L;
  words(): MailWords;
  /** @returns null for the sign-in page */
  target(email: string): LinkTarget | null;
  isAbout(occupancy: MailedOccupancy): boolean;
}

/** The letters of an area, for its own code and for what lists, finds and sends mails. */
interface AreaLetters<L extends Letter = Letter> {
  readonly kinds: Readonly<Record<string, LetterKind>>;
  readonly areToOccupants: boolean;
  /** @throws ZodError for what is no letter of the area */
  open(value: unknown): OpenedLetter<L>;
  letter(letter: L): DeclaredLetter;
}

/** Declares the letters of an area. */
export function areaLetters<L extends Letter>(
  { kinds, schema, words, target, isAbout }: LettersDeclaration<L>,
): AreaLetters<L> {
  return {
    kinds,
    areToOccupants: isAbout !== undefined,
    letter: (letter) => ({ kind: letter.kind, text: JSON.stringify(letter) }),
    open: (value) => {
      const letter = schema.parse(value);
      return {
        letter,
        words: () => words(letter),
        target: (email) => target?.(letter, email) ?? null,
        isAbout: (occupancy) => isAbout?.(letter, occupancy) ?? false,
      };
    },
  };
}

/** A kind of letter, with the letters of its area. */
interface KnownKind<L extends Letter> extends LetterKind {
  readonly area: AreaLetters<L>;
}

/** The letters of every area. */
export class Letters<L extends Letter = Letter> {
  readonly #byKind: ReadonlyMap<string, KnownKind<L>>;

  constructor(areas: readonly AreaLetters<L>[]) {
    this.#byKind = new Map(
      areas.flatMap((area) =>
        Object.entries(area.kinds).map(([kind, traits]) => [kind, { ...traits, area }] as const)
      ),
    );
  }

  get kinds(): readonly string[] {
    return [...this.#byKind.keys()];
  }

  /** A kind of letter; undefined when this version does not know it. */
  find(kind: string): KnownKind<L> | undefined {
    return this.#byKind.get(kind);
  }

  /** French name of a kind; the kind itself when this version does not know it. */
  nameOf(kind: string): string {
    return this.find(kind)?.name ?? kind;
  }

  /** @throws RangeError for an unknown kind, ZodError for what is no letter of its area */
  open(kind: string, value: unknown): OpenedLetter<L> {
    const known = this.find(kind);
    if (known === undefined) throw new RangeError(`Unknown kind of letter: ${kind}`);
    return known.area.open(value);
  }
}

/** Where the link with the code of a mail leads: the choice of a password, in an application. */
export function passwordTarget(
  { code, app }: { readonly code: string; readonly app: string },
  email: string,
): LinkTarget {
  return { path: links.resetPassword({ email, code }), app };
}

/** Origins of the applications, from the settings, never from a request. */
export interface Origins {
  /** Of this program; null when not set. */
  readonly own: string | null;
  /** Of the other applications, by their name in calls. */
  readonly apps: Readonly<Record<string, string>>;
  readonly loginPath: string;
}

/** The link of a letter. @returns null when the origin of this program is not set */
export function linkOf(
  opened: Pick<OpenedLetter, "target">,
  email: string,
  { own, apps, loginPath }: Origins,
): string | null {
  const { path, app } = opened.target(email) ?? {};
  const origin = app !== undefined && Object.hasOwn(apps, app) ? apps[app] ?? own : own;
  return origin === null ? null : origin + (path || links.login(loginPath));
}
