import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { Platform } from "@/lib/app/platform.ts";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import type { DisplayContact, DisplayMessage } from "@/lib/display/schema.ts";
import {
  compareContacts,
  listedMessages,
  PAGE_S,
  pageAt,
  screenPages,
} from "@/lib/display/screen_pages.ts";
import { NO_MESSAGE } from "@/lib/display/text.ts";
import { links } from "@/lib/ui/links.ts";
import { aMember, PROJECT } from "@/tests/helpers/a_residence.ts";
import { handlerOn, SITE, type Site, type Visitor, withSite } from "@/tests/helpers/a_site.ts";
import { type Faults, faultyStore } from "@/tests/helpers/changed_stores.ts";
import { answerOf, type HandClock, NOW } from "@/tests/helpers/fixtures.ts";
import { readText } from "@/tools/files.ts";

const aMessage = (id: string, text: string): DisplayMessage => ({
  id,
  priority: 2,
  from: "2026-02-10",
  to: null,
  message: text,
  version: "v",
});
const contact = (id: string): DisplayContact => ({
  id,
  priority: 1,
  name: `Gardien ${id}`,
  phone: "03 83 00 00 00",
  mail: "gardien@bailleur.fr",
  version: "v",
});
const some = <Item>(count: number, make: (id: string) => Item) =>
  Array.from({ length: count }, (_, at) => make(`n${at}`));

const pagesOf = (
  messages: DisplayMessage[],
  contacts: DisplayContact[] = [],
  residence = "Les Lilas",
) => screenPages({ residence, messages, contacts });

// @spec display.pages
Deno.test("screenPages() is one page when everything fits on a screen, also when empty", () => {
  deepStrictEqual(pagesOf([]), [{ messages: [], contacts: [] }]);
  // 5 messages of a line: 5 × (1.8 + 1.35) + 4 × 0.8 = 18.95 rem of 21.4; 3 contacts: 3 × 6.32 + 2 × 0.8 = 20.56.
  const messages = some(5, (id) => aMessage(id, "Coupure d’eau"));
  const contacts = some(3, contact);
  const [page, ...more] = pagesOf(messages, contacts);
  deepStrictEqual(page?.messages.map(({ text }) => text), Array(5).fill("Coupure d’eau"));
  deepStrictEqual(page?.contacts, contacts);
  deepStrictEqual(more, []);
});

Deno.test("screenPages() shows every message and contact in order, and repeats the shorter list", () => {
  const messages = some(12, (id) => aMessage(id, "Coupure d’eau"));
  const contacts = some(4, contact);
  const pages = pagesOf(messages, contacts);
  const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id).join(" ");
  deepStrictEqual(pages.map((page) => ids(page.messages)), [
    "n0 n1 n2 n3 n4",
    "n5 n6 n7 n8 n9",
    "n10 n11",
  ]);
  deepStrictEqual(pages.map((page) => ids(page.contacts)), ["n0 n1 n2", "n3", "n0 n1 n2"]);
});

Deno.test("screenPages() counts the lines of a message, of forty characters, and those of a long name", () => {
  const countsOf = (text: string, residence = "Les Lilas") =>
    pagesOf(some(5, (id) => aMessage(id, text)), [], residence)
      .map((page) => page.messages.length);
  deepStrictEqual(countsOf("x".repeat(40)), [5]);
  // Two lines: 4 × (1.8 + 2 × 1.35) + 3 × 0.8 = 20.4 rem of 21.4.
  for (const length of [41, 80]) deepStrictEqual(countsOf("x".repeat(length)), [4, 1]);
  // A capital is as wide as 1.4 characters, an ideogram as two.
  for (const [letter, most] of [["A", 28], ["水", 20]] as const) {
    deepStrictEqual(countsOf(letter.repeat(most)), [5], letter);
    deepStrictEqual(countsOf(letter.repeat(most + 1)), [4, 1], letter);
  }
  // A word longer than a line starts one; the rest of it shares its own. Three lines, « Voir », then 40 letters and
  // one: 3 × (1.8 + 3 × 1.35) + 2 × 0.8 = 19.15 rem of 21.4.
  for (const end of ["", " fin"]) deepStrictEqual(countsOf(`Voir ${"x".repeat(41)}${end}`), [3, 2]);
  // A second line of the title leaves 21.4 − 2.3 = 19.1 rem for 18.95, a third one 16.8: four messages.
  const residence = "Résidence des Grands Champs, entrée du parc, bâtiments A à F";
  deepStrictEqual(countsOf("Coupure d’eau", residence), [5]);
  deepStrictEqual(countsOf("Coupure d’eau", `${residence}, commune`), [4, 1]);
});

Deno.test("screenPages() counts the lines of a contact's name, telephone and address", () => {
  // 3 × 6.32 + 2 × 0.8 = 20.56 rem of 21.4; a second line adds at least 1.15.
  const countsWith = (longer: Partial<DisplayContact>) =>
    pagesOf([], [...some(2, contact), { ...contact("n2"), ...longer }])
      .map((page) => page.contacts.length);
  for (const [field, most] of Object.entries({ name: 32, phone: 24, mail: 36 })) {
    deepStrictEqual(countsWith({ [field]: "1".repeat(most) }), [3], field);
    deepStrictEqual(countsWith({ [field]: "1".repeat(most + 1) }), [2, 1], field);
  }
});

Deno.test("screenPages() splits a message higher than a page between words and loses none of them", () => {
  const words = some(260, (id) => `mot${id}`).join(" ");
  const long = `Avis\n\n${words}\nFin`;
  const pages = pagesOf([aMessage("m1", long)]);
  ok(pages.length > 2, `${pages.length} pages`);
  const texts = pages.flatMap((page) => page.messages.map(({ text }) => text));
  ok(texts.slice(1).every((text) => text.startsWith("…")));
  ok(texts.slice(0, -1).every((text) => text.endsWith("…")));
  const joined = texts.map((text) => text.replace(/^…|…$/g, "")).join(" ");
  deepStrictEqual(joined.split(/\s+/), long.split(/\s+/));
});

Deno.test("screenPages() has no page of blank lines, and keeps a blank line between paragraphs", () => {
  const text = `Eau coupée\n${" \n".repeat(900)}de 8\u00A0h à 12\u00A0h\n\nMerci\n`;
  const pages = pagesOf([aMessage("1", text)], [], "");
  deepStrictEqual(pages.map(({ messages }) => messages.map(({ text }) => text)), [
    ["Eau coupée\n\nde 8\u00A0h à 12\u00A0h\n\nMerci"],
  ]);
});

Deno.test("screenPages() splits a word longer than a line, and never an emoji", () => {
  const text = "🔥".repeat(1_000);
  const pages = pagesOf([aMessage("m1", text)]);
  const texts = pages.flatMap((page) => page.messages.map((one) => one.text));
  strictEqual(texts.join("").replaceAll("…", ""), text);
  ok(texts.every((one) => one.isWellFormed()));
});

Deno.test("pageAt() changes every thirty seconds, at a different second for each screen", () => {
  const at = (nowMs: number, offsetS = 0) => pageAt(3, { nowMs, offsetS });
  deepStrictEqual(at(0), { position: 0, leftS: PAGE_S });
  deepStrictEqual(at(29_400), { position: 0, leftS: 1 });
  deepStrictEqual(at(30_000), { position: 1, leftS: 30 });
  deepStrictEqual(at(90_000), { position: 0, leftS: 30 });
  // 10 s of 30 are left: 20 s have passed.
  deepStrictEqual(at(15_000, 5), { position: 0, leftS: 10 });
});

const message = (id: string, priority: number, from: string, to: string | null) => ({
  id,
  priority,
  from,
  to,
});

const MESSAGES = [
  message("low", 3, "2026-02-01", null),
  message("older", 1, "2026-02-01", "2026-02-10"),
  message("newer", 1, "2026-02-10", "2026-02-12"),
  message("past", 1, "2026-02-01", "2026-02-09"),
  message("coming", 1, "2026-02-11", null),
];

// @spec display.current
Deno.test("listedMessages() puts those of the day first, in the order of the screen", () => {
  const listed = listedMessages(
    [message("latest", 2, "2026-02-10", null), ...MESSAGES],
    "2026-02-10",
  );
  deepStrictEqual(listed.map(({ id }) => id), [
    "newer",
    "older",
    "latest",
    "low",
    "coming",
    "past",
  ]);
});

Deno.test("compareContacts() puts the first priority first, then names in their French order", () => {
  const contacts = [
    { priority: 2, name: "Astreinte" },
    { priority: 1, name: "Gardien" },
    { priority: 1, name: "Élagueur" },
  ];
  deepStrictEqual(contacts.sort(compareContacts).map(({ name }) => name), [
    "Élagueur",
    "Gardien",
    "Astreinte",
  ]);
});

type AlarmLevel = "none" | "current" | "old" | "both";
type DisplayMode = "none" | "normal" | "no current message";

/** Alarm level and display mode of each residence of both data sets, as B §4 names them. */
const LANDLORD: Readonly<Record<string, readonly [AlarmLevel, DisplayMode]>> = {
  "Les Tilleuls": ["both", "normal"],
  "Le Bois Joli": ["current", "none"],
  "Les Grands Champs": ["old", "no current message"],
  "Cité Jean-Moulin": ["none", "normal"],
  "Le Clos Saint-Martin": ["both", "none"],
  "La Roseraie": ["current", "no current message"],
  "Les Acacias": ["old", "normal"],
  "Résidence du Moulin": ["none", "none"],
  "Les Hauts de Seille": ["both", "no current message"],
  "Le Parc des Peupliers": ["current", "normal"],
  "Les Genêts": ["old", "none"],
  "Les Cèdres": ["none", "no current message"],
  "Le Verger": ["both", "normal"],
  "La Fontaine": ["current", "none"],
  "Les Coquelicots": ["old", "no current message"],
  "Le Belvédère": ["none", "normal"],
  "Les Charmilles": ["both", "none"],
  "Le Grand Pré": ["current", "no current message"],
  "Les Mésanges": ["old", "normal"],
  "Square Pasteur": ["none", "none"],
  "Les Quatre Saisons": ["both", "no current message"],
  "Le Val Fleuri": ["current", "normal"],
};
const SAMPLE: typeof LANDLORD = {
  "Résidence Colette": ["none", "none"],
  "Maison des associations": ["none", "no current message"],
  "Les Glycines": ["none", "normal"],
};

/** The residences listed by the pages, with their ids. */
async function residencesOf(visitor: Visitor): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const query of ["", "page=2"]) {
    const { html } = await visitor.get(links.residences(query));
    for (
      const [, id = "", name = ""] of html.matchAll(/href="\/collect\/(p\d\d)"[^>]*>([^<]+)</g)
    ) {
      found.set(name, id);
    }
  }
  return found;
}

/** Whether the list of alarms has lines: open ones, or those closed in a year. */
async function hasAlarms(visitor: Visitor, id: string, year?: number): Promise<boolean> {
  const { status, html } = await visitor.get(links.alarms(id, "", year));
  strictEqual(status, 200, id);
  return /<td/.test(html);
}

async function alarmLevel(visitor: Visitor, id: string): Promise<AlarmLevel> {
  const year = new Date(NOW).getFullYear();
  const isCurrent = await hasAlarms(visitor, id);
  // The oldest closed one is from five weeks ago.
  const isOld = await hasAlarms(visitor, id, year) || await hasAlarms(visitor, id, year - 1);
  if (isCurrent) return isOld ? "both" : "current";
  return isOld ? "old" : "none";
}

/** The mode of a residence's information screen, opened as a tablet does. */
async function displayMode(visitor: Visitor, id: string, clock: HandClock): Promise<DisplayMode> {
  const tokens = links.displayTokens(id);
  const made = await visitor.post(tokens, { form: "token", version: "", name: "Hall" });
  if (made.status === 404) {
    strictEqual((await visitor.get(links.displayMessages(id))).status, 404, id);
    return "none";
  }
  const address = new RegExp(`${SITE}(/display/${id}\\?token=[\\w.~-]+)`).exec(made.html)?.[1];
  ok(address, `${id}: ${made.status}`);
  await visitor.get(address);
  const text = await wholeScreen(visitor, id, clock);
  match(text, /Astreinte chauffage/);
  return text.includes(NO_MESSAGE) ? "no current message" : "normal";
}

/** The text of all pages of a screen, in turn. */
async function wholeScreen(visitor: Visitor, id: string, clock: HandClock): Promise<string> {
  const texts: string[] = [];
  for (;;) {
    const screen = await visitor.get(links.informationScreen(id));
    strictEqual(screen.status, 200, id);
    texts.push(screen.text);
    const pageCount = Number(/Page \d+ sur (\d+)/.exec(screen.text)?.[1] ?? 1);
    if (texts.length === pageCount) return texts.join("\n");
    clock.advance(PAGE_S * 1000);
  }
}

// @spec demo.alarms, demo.accounts, demo.sample, display.demo
for (const [account, expected] of [["landlord", LANDLORD], ["sample", SAMPLE]] as const) {
  Deno.test(`the pages of the ${account} of the demo show the alarm level and the display mode of each residence`, () =>
    withSite(async ({ visitor, clock }) => {
      const reader = visitor();
      const { email, password } = DEMO_ACCOUNTS[account];
      await reader.signIn(email, password);
      const residences = await residencesOf(reader);
      strictEqual(residences.size, Object.keys(expected).length);
      for (const [name, [level, mode]] of Object.entries(expected)) {
        const id = residences.get(name);
        ok(id, name);
        strictEqual(await alarmLevel(reader, id), level, name);
        strictEqual(await displayMode(reader, id, clock), mode, name);
      }
    }, { demo: true }));
}

const SCREEN = links.informationScreen(PROJECT);
const QUIET: Faults = { errorRate: 0, conflictRate: 0, delayRate: 0, delayMs: 0 };
const DAY_S = 24 * 3_600;
/** Longest time between two requests of a screen, s. */
const LONGEST_TURN_S = 360;

/** A tablet without JavaScript: it keeps a cookie, and follows the refresh of the last page. */
class Tablet {
  #cookie = "";
  status = 0;
  html = "";

  constructor(private readonly site: Site, public handler: Site["handler"]) {}

  async open(path: string): Promise<void> {
    const answer = await this.handler(
      new Request(SITE + path, { headers: { cookie: this.#cookie, accept: "text/html" } }),
    );
    const cookie = /^screen=[^;]*/.exec(answer.headers.get("set-cookie") ?? "")?.[0];
    if (cookie !== undefined) this.#cookie = cookie;
    this.status = answer.status;
    this.html = await answer.text();
    const header = answer.headers.get("refresh") ?? "";
    const [, meta = header] = /http-equiv="refresh" content="(\d+)/.exec(this.html) ?? [];
    if (answer.status === 303) return;
    const afterS = Number.parseInt(meta);
    ok(afterS > 0 && afterS <= LONGEST_TURN_S, `status ${answer.status} asks again: "${meta}"`);
    this.#afterS = afterS;
  }

  #afterS = 0;

  /** Waits as long as the page says, or longer, and requests it again. */
  async turn(afterS = this.#afterS): Promise<string> {
    this.site.clock.advance(afterS * 1_000);
    await this.open(SCREEN);
    return this.html;
  }

  /** Refreshes for a duration, and returns the statuses of the answers. */
  async during(seconds: number): Promise<number[]> {
    const seen = new Set<number>();
    for (let spentS = 0; spentS < seconds; spentS += this.#afterS) {
      await this.turn();
      seen.add(this.status);
    }
    return [...seen];
  }
}

interface Hall {
  site: Site;
  ask: CallFunction;
  tablet: Tablet;
  faults: Faults;
  /** A token for the tablet, and its id. */
  newToken(): Promise<string>;
  /** Restarts the program on the same store. */
  restart(): Promise<void>;
}

function withHall(test: (hall: Hall) => Promise<void>): Promise<void> {
  return withSite(async (site) => {
    const { ask } = await aMember(site, { roles: ["collect:display:write"] }, {
      features: { display: true },
    });
    const faults = { ...QUIET };
    const started = () => {
      const store = faultyStore(site.store, faults, 1);
      const platform = new Platform({ ...site.platform.options, store });
      return handlerOn(platform, {}, site.clock.now);
    };
    const tablet = new Tablet(site, await started());
    const newToken = async () => {
      const made = await answerOf(
        ask("createDisplayToken", { projectId: PROJECT, body: { name: "Hall" } }),
      );
      await tablet.open(links.informationScreen(PROJECT, made.token));
      await tablet.open(SCREEN);
      return made.id;
    };
    const restart = async () => {
      tablet.handler = await started();
    };
    await test({ site, ask, tablet, faults, newToken, restart });
  });
}

// @spec display.refresh
Deno.test("an unattended screen shows messages, ends them, and survives restarts for more than a year", () =>
  withHall(async ({ ask, tablet, newToken, restart }) => {
    await newToken();
    match(tablet.html, /Aucun message aujourd’hui/);
    const body = { priority: 1, from: "2026-02-11", to: "2026-02-11", message: "Coupure d’eau" };
    ok((await ask("createDisplayMessage", { projectId: PROJECT, body })).ok);
    deepStrictEqual(await tablet.during(DAY_S), [200]);
    match(tablet.html, /mercredi 11 février 2026[^]*Coupure d’eau/);
    await restart();
    deepStrictEqual(await tablet.during(DAY_S), [200]);
    match(tablet.html, /jeudi 12 février 2026[^]*Aucun message aujourd’hui/);
    for (let days = 0; days < 450; days += 30) {
      match(await tablet.turn(30 * DAY_S), /Aucun message aujourd’hui/);
      await restart();
    }
  }));

Deno.test("the screen's style and script work in the browsers of old tablets", () => {
  const newerCss = /var\(|grid|\bgap\b|clamp\(|\bm(?:in|ax)\(|:is\(|:where\(|:has\(|@layer|inset\b/;
  doesNotMatch(readText("static/screen.css"), newerCss);
  const code = readText("static/screen.js").replaceAll(/\/\/.*$/gm, "");
  doesNotMatch(code, /=>|`|\b(?:let|const|class|async|fetch|Promise)\b|\.\.\.|\?\.|\?\?/);
});
