/** The raw HTML of every screen, for one reader after the other (QA2). @module */

import type { Page, Visitor } from "@/tests/helpers/a_site.ts";
import { allRoutes, pathOf, type Place } from "@/tests/tools/routes.ts";
import { EMPTYING } from "@/tests/tools/screens.ts";
import { grammarFaults } from "./grammar.ts";
import { currentLinkFaults, markupFaults } from "./markup.ts";

/** The pages read, and their faults. */
export interface RawHtml {
  /** Patterns of the screens shown without error. */
  readonly shown: ReadonlySet<string>;
  /** Number of pages read, including refusals and errors. */
  readonly readCount: number;
  /** Their faults, one a line. */
  readonly faults: readonly string[];
}

/** Addresses besides the screens. */
const ALSO = ["/home?sort=city:desc&page=2", "/nulle-part", "/home?page=99999"];

/**
 * Screens with the content of another one: the gas of an organisation the user is not in, and a
 * tablet's messages.
 */
const SHOWN_TWICE: ReadonlySet<string> = new Set([
  "/home/orgs/:orgId/gas/:pce/:period*",
  "/display/:projectId",
]);

/** Requests every screen of a place, also with an empty list, and checks the answers. */
export async function readScreens(visitor: Visitor, place: Place): Promise<RawHtml> {
  const shown = new Set<string>();
  const reading = new Reading();
  for (const route of (await allRoutes()).filter(({ isPage }) => isPage)) {
    const path = pathOf(route, place);
    const page = await visitor.get(path);
    reading.read(path, page);
    if (page.status === 200) {
      shown.add(route.pattern);
      if (!SHOWN_TWICE.has(route.pattern)) reading.title(path, page);
    }
    const emptying = EMPTYING[route.pattern];
    if (emptying !== undefined) reading.read(path + emptying, await visitor.get(path + emptying));
  }
  for (const path of ALSO) reading.read(path, await visitor.get(path));
  return { shown, ...reading };
}

/** Sends every form of a place empty, and checks the answers. */
export async function readRefusals(visitor: Visitor, place: Place): Promise<RawHtml> {
  const shown = new Set<string>();
  const reading = new Reading();
  for (const route of (await allRoutes()).filter(({ isPage }) => isPage)) {
    if (!route.methods.includes("POST")) continue;
    const path = pathOf(route, place);
    reading.read(`POST ${path}`, await visitor.post(path, {}));
    shown.add(route.pattern);
  }
  return { shown, ...reading };
}

class Reading {
  readCount = 0;
  readonly faults: string[] = [];
  readonly #titles = new Map<string, string>();

  /** Two screens have different titles, by which a user finds a window (RGAA 8.6). */
  title(path: string, { html }: Page): void {
    const title = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? "";
    const other = this.#titles.get(title);
    if (other !== undefined) this.faults.push(`${path}: titled as ${other}, ${title}`);
    this.#titles.set(title, path);
  }

  /** A redirect has no page. */
  read(name: string, { status, html }: Page): void {
    if (status >= 300 && status < 400) return;
    this.readCount += 1;
    const faults = status < 500
      ? [
        ...markupFaults(html),
        ...grammarFaults(html),
        ...currentLinkFaults(html, name.replace(/^POST /, "")),
      ]
      : [`status ${status}`];
    this.faults.push(...faults.map((fault) => `${name}: ${fault}`));
  }
}
