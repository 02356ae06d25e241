import { strictEqual } from "node:assert/strict";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { withOwnedSite } from "@/tests/access/an_owned_site.ts";
import { type RawHtml, readRefusals, readScreens } from "@/tests/access/raw_html.ts";
import { aProvider, opensTablet } from "@/tests/access/unusual_readers.ts";
import { anAccount, PASSWORD, signedIn } from "@/tests/helpers/a_platform.ts";
import { type Site, type Visitor, withSite } from "@/tests/helpers/a_site.ts";
import { SITE } from "@/tests/helpers/cookie_jar.ts";
import { allRoutes, DEMO_PLACE, type Place } from "@/tests/tools/routes.ts";
import { barePlace, NOWHERE, type Write } from "@/tests/tools/screens.ts";

/** The first user of a new instance: an organisation, and no residence. */
const FIRST_DAY = "anne@plateforme.example";

/** A user with an account only. */
const STRANGER = "zoe@ailleurs.example";

/**
 * QA2: the raw HTML of every screen and of every refused form, for each kind of reader, on the
 * demo, on an instance in use, on one with new residences, and on an empty one.
 */
export default async function rawHtml(): Promise<void> {
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
