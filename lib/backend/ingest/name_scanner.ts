import type { SourceDevice } from "../../domain/series/sources.ts";
import {
  BACKSLASH,
  COMMA,
  EQUALS,
  isEscaped,
  NEWLINE,
  RETURN,
  SPACE,
  TAB,
} from "./line_characters.ts";

/** Longest name, tag or text a line may hold. */
export const LONGEST_TEXT = 1024;
/** Most tags, and most fields, of a line. */
export const MOST_PARTS = 256;

/** Reads the names of line protocol where it stands in a text. */
export class NameScanner {
  protected text: string;
  protected at = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** The measurement and the tags here. */
  device(): SourceDevice {
    const measurement = this.name("measurement", false);
    const tags: (readonly [string, string])[] = [];
    while (this.code() === COMMA) {
      if (tags.length === MOST_PARTS) throw new SyntaxError("too many tags");
      this.at++;
      const key = this.name("tag key", true);
      this.expect(EQUALS, "tag value");
      tags.push([key, this.name("tag value", false)]);
    }
    return { measurement, tags };
  }

  /** A name up to a comma, a space, the end, or for a key an equals sign; `\,` `\=` and `\ ` undone. */
  protected name(what: string, isKey: boolean): string {
    const text = this.text;
    const start = this.at;
    let hasEscape = false;
    let at = start;
    for (;; at++) {
      const code = text.charCodeAt(at);
      if (code === COMMA || code === SPACE || code === NEWLINE || Number.isNaN(code)) break;
      if (code === EQUALS && isKey) break;
      if (code === BACKSLASH && isEscaped(text.charCodeAt(at + 1))) {
        hasEscape = true;
        at++;
      }
    }
    this.at = at;
    const name = text.slice(start, at);
    if (name === "" || name === "\r") throw new SyntaxError(`missing ${what}`);
    if (name.length > LONGEST_TEXT) throw new SyntaxError(`${what} too long`);
    return hasEscape ? name.replaceAll(/\\([,= ])/g, "$1") : name;
  }

  /** Whether a text stands here, with this character after it. */
  protected beginsWith(text: string, after: number): boolean {
    return this.text.charCodeAt(this.at + text.length) === after &&
      this.text.startsWith(text, this.at);
  }

  protected expect(code: number, what: string): void {
    if (this.code() !== code) throw new SyntaxError(`missing ${what}`);
    this.at++;
  }

  protected skipBlanks(): void {
    while (this.code() === SPACE || this.code() === TAB) this.at++;
    if (this.code() === RETURN && this.text.charCodeAt(this.at + 1) === NEWLINE) this.at++;
  }

  /** The character here, as its code: NaN at the end. */
  protected code(): number {
    return this.text.charCodeAt(this.at);
  }
}
