/** Chooses the current messages of a screen, and splits them into pages. @module */

import { REFRESH_S } from "@/lib/api/call.ts";
import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { sumBy } from "@/lib/base/sums.ts";
import { alertState, latestFirst, listedAlerts } from "@/lib/housing/alert_state.ts";
import { compareValues } from "@/lib/ui/tables.ts";
import type { DisplayContact, DisplayMessage, DisplayScreen } from "./schema.ts";

/** Two or more blank lines: on a screen that turns its pages, they would be empty pages. */
const BLANK_LINES = /\n(?:[^\S\n]*\n){2,}/g;

/** A message as it is shown, with one blank line at most between two paragraphs. @spec display.pages */
export function withoutBlankPages(message: string): string {
  return message.replace(BLANK_LINES, "\n\n");
}

/** The messages of a day, by priority, then latest first. @spec display.current */
export function messagesOn<Message extends Pick<DisplayMessage, "priority" | "from" | "to">>(
  messages: readonly Message[],
  today: IsoDate,
): Message[] {
  return messages.filter((message) => alertState(message, today) === "current")
    .sort(compareMessages);
}

/** The messages of the list: those of the day in screen order, then future, then past. @spec display.current */
export function listedMessages<Message extends Pick<DisplayMessage, "priority" | "from" | "to">>(
  messages: readonly Message[],
  today: IsoDate,
): Message[] {
  const shown = messagesOn(messages, today);
  return [...shown, ...listedAlerts(messages, today).filter((one) => !shown.includes(one))];
}

/** Order of the messages of a list: by priority, then latest first. @spec display.current */
export function compareMessages(
  a: Pick<DisplayMessage, "priority" | "from">,
  b: Pick<DisplayMessage, "priority" | "from">,
): number {
  return a.priority - b.priority || latestFirst(a, b);
}

/** Order of the contacts: by priority, then by name. @spec display.current */
export function compareContacts(
  a: Pick<DisplayContact, "priority" | "name">,
  b: Pick<DisplayContact, "priority" | "name">,
): number {
  return a.priority - b.priority || compareValues(a.name, b.name);
}

/** Window over which the requests of a landlord's screens are spread, s. */
const SPREAD_S = 60;

/** Refresh interval of a screen, s: constant for a screen, and different between screens. @spec display.refresh */
export function refreshSeconds(token: string): number {
  const sum = sumBy([...token], (letter) => letter.charCodeAt(0));
  return REFRESH_S + sum % SPREAD_S;
}

/** A message, or a part of a message too long for a page. */
export interface ScreenMessage extends Pick<DisplayMessage, "id" | "priority" | "to"> {
  readonly text: string;
}

interface ScreenPage {
  readonly messages: readonly ScreenMessage[];
  readonly contacts: readonly DisplayContact[];
}

export interface ShownScreen extends ScreenPage, Pick<DisplayScreen, "residence" | "today"> {
  /** Page number, from 1, and number of pages. */
  readonly page: number;
  readonly pageCount: number;
}

/** Display time of a page, s: the time to read it. */
export const PAGE_S = 30;

/** Height of the messages, and of the contacts, under a one-line title, on any screen: in the rem of `screen.css`. */
const PAGE_REM = 21.4;
const LEAST_REM = 8;
/** Characters of a line of the title (the residence's name), and height of a further line. */
const TITLE_LINE = 36;
const TITLE_LINE_REM = 2.3;
const LINE_REM = 1.35;
/** Padding and margins of a message's text; its last day; padding and margins of a contact. */
const MESSAGE_REM = 1.8;
const UNTIL_REM = 1.5;
const CONTACT_REM = 2.2;
/** Gap between two items. */
const GAP_REM = 0.8;

/** Characters per line of a message; of a contact's name, telephone and address. */
const MESSAGE_LINE = 40;
const CONTACT_LINES = { name: 32, phone: 24, mail: 36 } as const;
const CONTACT_LINE_REM = { name: 1.35, phone: 1.62, mail: 1.15 } as const;

/** Marks a cut in a message. */
const CUT = "…";

/**
 * The pages of a screen, which nobody scrolls.
 *
 * @spec display.pages
 * @returns at least one page; the shorter list repeats on the pages of the longer one
 */
export function screenPages(
  { residence, messages, contacts }: Omit<DisplayScreen, "today">,
): ScreenPage[] {
  const titleRem = TITLE_LINE_REM * (linesOf(residence, TITLE_LINE).length - 1);
  const pageRem = Math.max(LEAST_REM, PAGE_REM - titleRem);
  const parts = messages.flatMap((message) => messageParts(message, pageRem));
  const messagePages = filled(parts, { pageRem, remOf: messageRem });
  const contactPages = filled(contacts, { pageRem, remOf: contactRem });
  const count = Math.max(messagePages.length, contactPages.length, 1);
  return Array.from({ length: count }, (_, position) => ({
    messages: messagePages[position % messagePages.length] ?? [],
    contacts: contactPages[position % contactPages.length] ?? [],
  }));
}

/** The page at an instant, and the seconds until the next one. @param offsetS differs between screens */
export function pageAt(
  count: number,
  { nowMs, offsetS }: { readonly nowMs: number; readonly offsetS: number },
): { readonly position: number; readonly leftS: number } {
  const seconds = nowMs / 1_000 + offsetS;
  const turn = Math.floor(seconds / PAGE_S);
  return { position: turn % count, leftS: Math.ceil((turn + 1) * PAGE_S - seconds) };
}

function filled<Item>(
  items: readonly Item[],
  { pageRem, remOf }: { readonly pageRem: number; readonly remOf: (item: Item) => number },
): Item[][] {
  const pages: Item[][] = [];
  let free = 0;
  for (const item of items) {
    const rem = remOf(item);
    if (rem > free) {
      pages.push([]);
      free = pageRem;
    }
    pages.at(-1)?.push(item);
    free -= rem + GAP_REM;
  }
  return pages;
}

function messageRem({ text, to }: Pick<ScreenMessage, "text" | "to">): number {
  return frameRem(to) + LINE_REM * linesOf(text, MESSAGE_LINE).length;
}

/** Height of a message without its text. */
function frameRem(to: ScreenMessage["to"]): number {
  return MESSAGE_REM + (to === null ? 0 : UNTIL_REM);
}

function contactRem({ name, phone, mail }: DisplayContact): number {
  const rem = (field: keyof typeof CONTACT_LINES, text: string) =>
    text === "" ? 0 : CONTACT_LINE_REM[field] * linesOf(text, CONTACT_LINES[field]).length;
  return CONTACT_REM + rem("name", name) + rem("phone", phone) + rem("mail", mail);
}

/** Parts of a message; a message that fits a page is one part. */
function messageParts(
  { id, priority, to, message }: DisplayMessage,
  pageRem: number,
): ScreenMessage[] {
  const lines = linesOf(withoutBlankPages(message), MESSAGE_LINE);
  const mostLines = Math.floor((pageRem - frameRem(to)) / LINE_REM);
  const partCount = Math.ceil(lines.length / mostLines);
  return Array.from({ length: partCount }, (_, position) => {
    const part = lines.slice(position * mostLines, (position + 1) * mostLines).join("").trim();
    const [before, after] = [position > 0 ? CUT : "", position < partCount - 1 ? CUT : ""];
    return { id, priority, to, text: before + part + after };
  });
}

/** Lines of a text when wrapped, each with the space or break that ends it. */
function linesOf(text: string, most: number): string[] {
  return (text.match(/[^\n]*\n|[^\n]+$/g) ?? [text]).flatMap((line) => wrapped(line, most));
}

function wrapped(line: string, most: number): string[] {
  const lines: string[] = [];
  let width = Infinity;
  for (const word of line.match(/\s*\S+\s?|\s+/g) ?? [line]) {
    for (const piece of widthOf(word) > most ? piecesOf(word, most) : [word]) {
      const pieceWidth = widthOf(piece);
      if (width + widthOf(piece.trimEnd()) > most) {
        lines.push("");
        width = 0;
      }
      lines[lines.length - 1] += piece;
      width += pieceWidth;
    }
  }
  return lines;
}

/** Pieces of a word too long for a line, each as long as a line. */
function piecesOf(word: string, most: number): string[] {
  const pieces: string[] = [];
  let width = Infinity;
  for (const letter of word) {
    width += widthOf(letter);
    if (width > most) {
      pieces.push("");
      width = widthOf(letter);
    }
    pieces[pieces.length - 1] += letter;
  }
  return pieces;
}

/** Relative widths of a capital or wide letter, and of a square character. */
const WIDE = 1.4;
const SQUARE = 2;

function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) {
    width += /[\p{Lu}mw@%]/u.test(letter) ? WIDE : letter > "\u2E7F" ? SQUARE : 1;
  }
  return width;
}
