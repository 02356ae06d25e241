import type { Line, MenuEntry, MenuSection } from "./menu_lines.ts";

/** A part of the menu: its section and its lines. */
type MenuPart = readonly [section: MenuSection, lines: readonly Line[]];

/** The lines of a menu, and its entries on each page. */
export class Menu {
  readonly #byCurrent = new Map<Line | null, readonly MenuEntry[]>();

  constructor(private readonly parts: readonly MenuPart[]) {}

  /**
   * Its entries on a page; the same array for all pages of a line.
   *
   * @param path path of the page; the current line is the one with the longest matching prefix
   */
  entriesAt(path: string): readonly MenuEntry[] {
    const current = currentAmong(this.parts, path);
    return this.#byCurrent.getOrInsertComputed(current, () => entriesOf(this.parts, current));
  }
}

function entriesOf(parts: readonly MenuPart[], current: Line | null): readonly MenuEntry[] {
  return parts.flatMap(([section, lines]) =>
    lines.map((line) => entryOf(line, section, line === current))
  );
}

function currentAmong(parts: readonly MenuPart[], path: string): Line | null {
  let current: Line | null = null;
  for (const [, lines] of parts) {
    for (const line of lines) {
      const isLonger = current === null || line.href.length > current.href.length;
      if (isLonger && isUnder(path, line.under ?? line.href)) current = line;
    }
  }
  return current;
}

/** Whether a page is at an address or below it. */
export function isUnder(path: string, href: string): boolean {
  return path.startsWith(href) &&
    (path.length === href.length || href.endsWith("/") || path[href.length] === "/");
}

/** Written field by field: V8 copies objects of several shapes slowly, and a page has forty lines. */
function entryOf(
  { name, href, under, label, count }: Line,
  section: MenuSection,
  isCurrent: boolean,
): MenuEntry {
  return { name, section, href, under, isCurrent, label, count };
}
