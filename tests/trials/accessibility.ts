import { strictEqual } from "node:assert/strict";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { withOwnedSite } from "@/tests/access/an_owned_site.ts";
import { Keyboard, KEYBOARD_TASKS } from "@/tests/access/keyboard_tasks.ts";
import {
  aProvider,
  opensTablet,
  type RawHtml,
  readRefusals,
  readScreens,
} from "@/tests/access/raw_html.ts";
import { outOfReach, PHONE_WIDTH } from "@/tests/access/reach.ts";
import { unreadable } from "@/tests/access/without_javascript.ts";
import { anAccount, PASSWORD, signedIn } from "@/tests/helpers/a_platform.ts";
import { SITE, type Site, type Visitor, withSite } from "@/tests/helpers/a_site.ts";
import { withApp } from "@/tests/tools/app_under_test.ts";
import { axeViolations } from "@/tests/tools/browser.ts";
import { allRoutes, DEMO_PLACE, type Place } from "@/tests/tools/routes.ts";
import { barePlace, NOWHERE, STATES, walkScreens, type Write } from "@/tests/tools/screens.ts";

export default {
  axe,
  keyboard: keyboardTrial,
  raw_html: rawHtml,
  without_javascript: withoutJavascript,
};

/** The windows of the gate, by the names that select one of them. */
const WINDOWS = {
  "1280-light": { width: 1280, colorScheme: "light" },
  "390-light": { width: 390, colorScheme: "light" },
  "1280-dark": { width: 1280, colorScheme: "dark" },
  "390-dark": { width: 390, colorScheme: "dark" },
} as const;

/**
 * QA1: every screen in each of its states, wide and narrow, light and dark: WCAG 2.2 AA by axe, and
 * no page wider than its window. `deno task trial accessibility/axe 390-dark` runs in one window.
 */
async function axe(asked: readonly string[] = []): Promise<void> {
  const chosen = Object.entries(WINDOWS).filter(([name]) =>
    asked.length === 0 || asked.includes(name)
  );
  if (chosen.length === 0) throw new Error(`Windows: ${Object.keys(WINDOWS).join(", ")}`);
  const faults: string[] = [];
  const found = (fault: string) => {
    // Printed at once, so that a walk that ends early has reported its faults.
    console.log(fault);
    faults.push(fault);
  };
  for (const [window, options] of chosen) {
    const shown: Record<string, number> = {};
    await walkScreens(async ({ name, state, window: { page } }) => {
      shown[state] = (shown[state] ?? 0) + 1;
      const where = `${name}, ${state}, ${window}`;
      (await axeViolations(page)).forEach((violation) => found(`${where}: ${violation}`));
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (excess > 0) found(`${where}: ${excess} pixels too wide`);
    }, { states: STATES, ...options, unshown: (where) => found(`${where}, ${window}`) });
    const counts = Object.entries(shown).map(([state, count]) => `${count} ${state}`);
    console.log(`${window}: ${counts.join(", ")}`);
  }
  console.log(`${faults.length} violations`);
  if (faults.length > 0) throw new Error(faults.join("\n"));
}

const WIDTHS = [1280, PHONE_WIDTH];

/**
 * QA3: ten tasks by keyboard alone; every screen in each of its states at 200 %, without motion,
 * its targets 24 px wide.
 */
async function keyboardTrial(): Promise<void> {
  const faults: string[] = [];
  await withApp(({ inWindow }) =>
    inWindow(async ({ page, go }) => {
      for (const task of KEYBOARD_TASKS) {
        await go(task.path);
        const done = await task.act(new Keyboard(page)).then(() => "done", String);
        console.log(`${task.name}: ${done}`);
        if (done !== "done") faults.push(`by keyboard, ${task.name}: ${done}`);
      }
    })
  );
  let shownCount = 0;
  for (const width of WIDTHS) {
    await walkScreens(async ({ name, state, window: { page } }) => {
      shownCount += 1;
      const lost = await outOfReach(page);
      faults.push(...lost.map((fault) => `${name}, ${state}, ${width} px: ${fault}`));
    }, { states: STATES, width });
  }
  console.log(`${shownCount} screens, ${faults.length} faults`);
  if (faults.length > 0) throw new Error(faults.join("\n"));
}

/** The first user of a new instance: an organisation, and no residence. */
const FIRST_DAY = "anne@plateforme.example";

/** A user with an account only. */
const STRANGER = "zoe@ailleurs.example";

/**
 * QA2: the raw HTML of every screen and of every refused form, for each kind of reader, on the
 * demo, on an instance in use, on one with new residences, and on an empty one.
 */
async function rawHtml(): Promise<void> {
  const seen: RawHtml[] = [];
  const reads = async (who: string, visitor: Visitor, place: Place) => {
    const parts = [await readScreens(visitor, place), await readRefusals(visitor, place)];
    const [screens] = parts;
    const readCount = parts.reduce((sum, part) => sum + part.readCount, 0);
    console.log(`${who}: ${screens?.shown.size} screens whole, ${readCount} pages read`);
    seen.push(...parts.map((part) => ({
      ...part,
      faults: part.faults.map((fault) => `${who}, ${fault}`),
    })));
  };
  await withSite((site) => onTheDemo(site, reads), { demo: true });
  await withOwnedSite(async (site) => {
    await anAccount(site, { email: STRANGER });
    await reads("a living instance, nobody", site.visitor(), site.place);
    await reads("a living instance, a stranger", await signedInVisitor(site, STRANGER), site.place);
    await reads("a living instance, its owner", await signedInVisitor(site), site.place);
  });
  await withSite((site) => onTheFirstDay(site, reads));
  const pages = (await allRoutes()).filter(({ isPage }) => isPage);
  const unseen = pages.filter(({ pattern }) => seen.every(({ shown }) => !shown.has(pattern)));
  const faults = [
    ...seen.flatMap((part) => part.faults),
    ...unseen.map(({ file }) => `${file}: never seen whole`),
  ];
  console.log(`${pages.length} screens, ${faults.length} faults`);
  if (faults.length > 0) throw new Error(faults.join("\n"));
}

type Reads = (who: string, visitor: Visitor, place: Place) => Promise<void>;

async function onTheDemo(site: Site, reads: Reads): Promise<void> {
  await reads("the demo, nobody", site.visitor(), DEMO_PLACE);
  await reads("the demo, a provider", await aProvider(site), DEMO_PLACE);
  const { landlord } = DEMO_ACCOUNTS;
  const tablet = await signedInVisitor(site, landlord.email, landlord.password);
  await opensTablet(tablet);
  await reads("the demo, a tablet", tablet, DEMO_PLACE);
  for (const [name, { email, password }] of Object.entries(DEMO_ACCOUNTS)) {
    const visitor = await signedInVisitor(site, email, password);
    await reads(`the demo, ${name}`, visitor, DEMO_PLACE);
    await reads(`the demo, ${name}, wrong addresses`, visitor, NOWHERE);
  }
}

async function onTheFirstDay(site: Site, reads: Reads): Promise<void> {
  await reads("no account yet", site.visitor(), DEMO_PLACE);
  await anAccount(site, { email: FIRST_DAY, platformAdmin: true });
  await reads("the first day, its administrator", await signedInVisitor(site, FIRST_DAY), NOWHERE);
  const { ask, token } = await signedIn(site, FIRST_DAY);
  const made = await ask("createOrg", { body: { name: "Habitat du Lac", adminEmail: FIRST_DAY } });
  if (!made.ok) throw new TypeError(`No organisation: ${made.code}`);
  const administrator = await signedInVisitor(site, FIRST_DAY);
  const orgId = made.answer.id;
  await reads("an organisation without a residence", administrator, { ...NOWHERE, orgId });
  const place = await barePlace(writingBy(site, token), orgId);
  await reads("a residence of which nothing is said", administrator, place);
}

async function signedInVisitor(
  { visitor }: Site,
  email = "ada@bailleur.fr",
  password = PASSWORD,
): Promise<Visitor> {
  const reader = visitor();
  strictEqual((await reader.signIn(email, password)).status, 303, email);
  return reader;
}

function writingBy({ handler }: Site, token: string): Write {
  return async (method, path, data) => {
    const headers = { "x-authtoken": token, "content-type": "application/json" };
    const init = { method, headers, body: JSON.stringify(data) };
    return await (await handler(new Request(`${SITE}/api/collect/${path}`, init))).json();
  };
}

/**
 * QA4: JavaScript off: every screen in each of its states, wide and narrow, is complete and has no
 * control without effect.
 */
async function withoutJavascript(): Promise<void> {
  const faults: string[] = [];
  let shownCount = 0;
  for (const width of WIDTHS) {
    await walkScreens(async (shown) => {
      shownCount += 1;
      faults.push(...await unreadable(shown));
    }, { states: STATES, width, javaScriptEnabled: false });
  }
  console.log(`${shownCount} screens without JavaScript, ${faults.length} faults`);
  if (faults.length > 0) throw new Error(faults.join("\n"));
}
