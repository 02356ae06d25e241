import { viewOf } from "@/lib/backend/core/typed_arrays.ts";
import type { SourceDevice } from "@/lib/domain/series/sources.ts";
import { badLine } from "./bad_line.ts";
import {
  BACKSLASH,
  COMMA,
  END,
  EQUALS,
  isEscaped,
  isUtf8,
  NEWLINE,
  RETURN,
  SPACE,
  TAB,
  textOf,
} from "./line_characters.ts";

/** Maximum length of a name, tag or text of a line, UTF-16 units. */
export const LONGEST_TEXT = 1024;
/** Maximum bytes of UTF-8 for one UTF-16 unit. */
export const BYTES_PER_UNIT = 3;
/** Maximum number of tags, and of fields, of a line. */
export const MOST_PARTS = 256;

/** Replacement of invalid UTF-8. */
const UNREADABLE = "\ufffd";

/** Parses the names of line protocol at a position among bytes. */
export class NameScanner {
  protected bytes: Uint8Array<ArrayBuffer> = new Uint8Array();
  /** The same bytes, to compare several at a time. */
  protected view: DataView = viewOf(this.bytes);
  protected at = 0;
  /** Number of the current line, from 1. */
  protected line = 0;
  /** True when a text that was read is not valid UTF-8. */
  protected isUnreadable = false;

  protected show(bytes: Uint8Array<ArrayBuffer>): void {
    this.bytes = bytes;
    this.view = viewOf(bytes);
  }

  /** The measurement and the tags at the current position. */
  protected device(): SourceDevice {
    const measurement = this.name("measurement", false);
    const tags: (readonly [string, string])[] = [];
    while (this.code() === COMMA) {
      if (tags.length === MOST_PARTS) throw badLine("too many tags");
      this.at++;
      const key = this.name("tag key", true);
      this.expect(EQUALS, "tag value");
      tags.push([key, this.name("tag value", false)]);
    }
    return { measurement, tags };
  }

  /** A name up to a comma, a space, the end, or for a key an equals sign; `\,` `\=` and `\ ` are unescaped. */
  protected name(what: string, isKey: boolean): string {
    const bytes = this.bytes;
    const start = this.at;
    let hasEscape = false;
    let at = start;
    const last = start + LONGEST_TEXT * BYTES_PER_UNIT;
    for (; at <= last; at++) {
      const byte = bytes[at] ?? END;
      if (byte === COMMA || byte === SPACE || byte === NEWLINE || byte === END) break;
      if (byte === EQUALS && isKey) break;
      if (byte === BACKSLASH && isEscaped(bytes[at + 1] ?? END)) {
        hasEscape = true;
        at++;
      }
    }
    this.at = at;
    const isMissing = at === start || (at === start + 1 && bytes[start] === RETURN);
    if (isMissing) throw badLine(`missing ${what}`);
    const isLong = at > last;
    const name = isLong ? "" : this.textBetween(start, at);
    if (isLong || name.length > LONGEST_TEXT) throw badLine(`${what} too long`);
    return hasEscape ? name.replaceAll(/\\([,= ])/g, "$1") : name;
  }

  /** Decodes some bytes, which may be invalid UTF-8. */
  protected textBetween(start: number, end: number): string {
    const bytes = this.bytes.subarray(start, end);
    const text = textOf(bytes);
    if (text.includes(UNREADABLE) && !isUtf8(bytes)) this.isUnreadable = true;
    return text;
  }

  protected expect(byte: number, what: string): void {
    if (this.code() !== byte) throw badLine(`missing ${what}`);
    this.at++;
  }

  protected skipBlanks(): void {
    while (this.code() === SPACE || this.code() === TAB) this.at++;
    if (this.code() === RETURN && this.bytes[this.at + 1] === NEWLINE) this.at++;
  }

  /** The byte at the current position, {@link END} after the last one. */
  protected code(): number {
    return this.bytes[this.at] ?? END;
  }
}
