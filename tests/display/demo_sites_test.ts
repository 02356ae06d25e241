import { match, ok, strictEqual } from "node:assert/strict";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { PAGE_S } from "@/lib/display/screen_pages.ts";
import { NO_MESSAGE } from "@/lib/display/text.ts";
import { links } from "@/lib/ui/links.ts";
import { SITE, type Visitor, withSite } from "@/tests/helpers/a_site.ts";
import { type HandClock, NOW } from "@/tests/helpers/fixtures.ts";

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
