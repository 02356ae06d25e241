/** The raw HTML of every screen, for one reader after the other (QA2), and readers whom no account opens. @module */

import { strictEqual } from "node:assert/strict";
import { links } from "@/lib/ui/links.ts";
import { currentLinkFaults, markupFaults } from "@/tests/access/markup.ts";
import type { Page, Site, Visitor } from "@/tests/helpers/a_site.ts";
import { HtmlValidate, StaticConfigLoader } from "@/tests/npm/html_validate.ts";
import { allRoutes, DEMO_PLACE, pathOf, type Place } from "@/tests/tools/routes.ts";
import { EMPTYING } from "@/tests/tools/screens.ts";
import { writeAskedDocuments } from "@/tools/serving/seeded_stores.ts";

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

/**
 * The rules of the standard: nesting, order, number and closing of elements, values of attributes,
 * unique ids.
 *
 * `details` is flow content and not sectioning content, contrary to the validator: a header cell
 * may contain one.
 */
const VALIDATOR = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    extends: ["html-validate:standard"],
    elements: ["html5", { details: { sectioning: false } }],
  }),
);

/** Attributes that every element may have; the values of ARIA attributes are checked. */
const EVERYWHERE =
  /^(?:aria-[a-z]+|data-[a-z-]+|role|id|class|hidden|lang|title|tabindex|accesskey|autofocus|inputmode|nonce)$/;

/**
 * The other attributes that pages use, by element: the validator refuses wrong values, and accepts
 * unknown names.
 */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  a: "download href rel target",
  button: "disabled formaction name type value",
  details: "name open",
  form: "action autocomplete enctype method novalidate",
  iframe: "loading src",
  img: "alt decoding height loading src srcset width",
  input:
    "accept autocomplete checked disabled form list max maxlength min minlength multiple name pattern placeholder " +
    "readonly required step type value",
  label: "for",
  link: "as crossorigin href media rel sizes type",
  meta: "charset content http-equiv name",
  meter: "high low max min optimum value",
  ol: "start",
  option: "disabled selected value",
  progress: "max value",
  script: "async defer src type",
  select: "autocomplete disabled multiple name required size",
  td: "colspan rowspan",
  textarea: "autocomplete disabled maxlength name placeholder readonly required rows",
  th: "abbr colspan rowspan scope",
  time: "datetime",
};

/** SVG has its own grammar. */
const DRAWING = /<svg\b[\s\S]*?<\/svg>/g;
const NOT_MARKUP = /<(script|style)\b([^>]*)>[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g;
const TAG = /<([a-z][a-z\d-]*)((?:\s+[^\s=>/"]+(?:="[^"]*")?)*)\s*\/?>/gi;

/** Violations of the HTML standard in a page, one a line. */
export function grammarFaults(html: string): string[] {
  const { results } = VALIDATOR.validateStringSync(html);
  const faults = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message }) => `${ruleId}: ${message}`)
  );
  return [...faults, ...unknownAttributes(html)];
}

function unknownAttributes(html: string): string[] {
  const written = html.replace(NOT_MARKUP, "<$1$2>").replace(DRAWING, "");
  return [...written.matchAll(TAG)].flatMap(([, name = "", attributes = ""]) => {
    const own = (ATTRIBUTES[name] ?? "").split(" ");
    return [...attributes.matchAll(/([^\s=]+)(?:="[^"]*")?/g)]
      .map(([, attribute = ""]) => attribute)
      .filter((attribute) => !EVERYWHERE.test(attribute) && !own.includes(attribute))
      .map((attribute) => `${name} has no attribute ${attribute}`);
  });
}

/** Opens a residence's information screen in the browser of a landlord of the demo. */
export async function opensTablet(landlord: Visitor): Promise<void> {
  const { projectId = "" } = DEMO_PLACE;
  const created = await landlord.post(links.displayTokens(projectId), { form: "token", name: "A" });
  const address = /\/display\/[\w-]+\?token=[\w.~-]+/.exec(created.html)?.[0] ?? "";
  strictEqual((await landlord.get(address)).status, 303);
}

/** A provider with requested documents, who opened the link of a mail. */
export async function aProvider({ visitor, store, clock }: Site): Promise<Visitor> {
  const provider = visitor();
  const token = await writeAskedDocuments(store, clock.now);
  strictEqual((await provider.post(links.providerLogin(), { token })).status, 303);
  return provider;
}
