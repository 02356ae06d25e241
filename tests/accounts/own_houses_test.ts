import { deepStrictEqual, match, notStrictEqual, ok, strictEqual } from "node:assert/strict";
import { parameterNames } from "@/lib/api/routing.ts";
import { type CallFunction, CALLS, isCallName } from "@/lib/app/catalogue.ts";
import type { OccupancyDraft } from "@/lib/housing/schema.ts";
import { accountByEmail } from "@/lib/identity/accounts.ts";
import { linkOf } from "@/lib/mail/letters.ts";
import { mailRow } from "@/lib/mail/outbox.ts";
import type { EcotouchAccess } from "@/lib/residences/features.ts";
import { NO_FEATURES, projectRecord } from "@/lib/residences/records.ts";
import type { ProjectFeatures } from "@/lib/residences/schema.ts";
import { keys } from "@/lib/store/keys.ts";
import { readEntry } from "@/lib/store/store.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { aHouse, numbersIn, withHousing } from "@/tests/helpers/a_dwelling.ts";
import {
  anAccount,
  anUnprovenAccount,
  PASSWORD,
  signedIn,
  type TestPlatform,
} from "@/tests/helpers/a_platform.ts";
import { ORG, PROJECT, someone, storedSeries } from "@/tests/helpers/a_residence.ts";
import { unzipped } from "@/tests/helpers/file_bytes.ts";
import { answerOf, codeOf } from "@/tests/helpers/fixtures.ts";
import {
  askedCode,
  choosePassword,
  confirmAddress,
  letterOf,
  mailedProof,
  opened,
} from "@/tests/helpers/mails.ts";
import { EXAMPLES } from "@/tests/helpers/schema_examples.ts";
import { auditLines } from "@/tests/helpers/stores.ts";

const DAY_MS = 86_400_000;
const EVE = "eve.roux@mail.fr";

/**
 * Consumption of the first occupant, who leaves on 15 January; of Eve, who arrives on the 18th; of
 * the neighbouring dwelling: m³.
 */
const BEFORE = 1_013;
const OWN = 30_047;
const BESIDE = 500_009;

interface Home {
  built: TestPlatform;
  /** A user who administers dwellings and the accounts of occupants. */
  landlord: CallFunction;
  series: string;
  houseId: string;
  besideId: string;
  /** Eve's dwelling and occupancy. */
  at: { projectId: string; houseId: string };
  stay: { projectId: string; houseId: string; occupancyId: string };
}

function occupant(over: Partial<OccupancyDraft> = {}): OccupancyDraft {
  return { name: "Eve Roux", email: EVE, from: "2026-01-18", to: null, consent: null, ...over };
}

/**
 * A dwelling whose occupant changed in January 2026, beside another one; the day is 10 February.
 */
function withHome(
  test: (home: Home) => Promise<void>,
  { ecotouchAdmin = 1, ...features }: Partial<ProjectFeatures & { ecotouchAdmin: EcotouchAccess }> =
    {},
): Promise<void> {
  return withHousing({ houseMode: 1, ...features }, async ({ built, series }) => {
    await setEcotouch(built, ecotouchAdmin);
    const roles = ["collect", "ecotouch:houses:admin"] as const;
    const landlord = await someone(built, { email: "paul@bailleur.fr", roles });
    const houseId = await aHouse(landlord, { name: "Z1" });
    const besideId = await aHouse(landlord, { name: "Z2" });
    const second = (date: string) => Date.parse(`${date}T06:00:00Z`) / 1_000;
    const register = (house: string, drawn: readonly (readonly [string, number, number])[]) => ({
      seriesId: storedSeriesId(series, house),
      kind: "index" as const,
      readings: drawn.flatMap(([date, from, to]) => [
        { epochS: second(date), value: from },
        { epochS: second(date) + 3_600, value: to },
      ]),
    });
    await storedSeries(built).append([
      register(houseId, [["2026-01-05", 0, BEFORE], ["2026-01-20", BEFORE, BEFORE + OWN]]),
      register(besideId, [["2026-01-20", 0, BESIDE]]),
    ]);
    const at = { projectId: PROJECT, houseId };
    const first = occupant({
      name: "Noé",
      email: "noe@mail.fr",
      from: "2024-01-01",
      to: "2026-01-15",
    });
    ok((await landlord("createOccupancy", { ...at, body: first })).ok);
    const added = await answerOf(landlord("createOccupancy", { ...at, body: occupant() }));
    const stay = { ...at, occupancyId: added.id };
    await test({ built, landlord, series, houseId, besideId, at, stay });
  });
}

async function setEcotouch({ store }: TestPlatform, ecotouchAdmin: EcotouchAccess): Promise<void> {
  const { value, key } = await readEntry(store, keys.project(PROJECT), projectRecord);
  await store.atomic().set(key, { ...value, ecotouchAdmin }).commit();
}

/** The queued letters, opened as the mail job does. */
async function letters({ store }: TestPlatform) {
  const entries = await Array.fromAsync(store.list({ prefix: ["outbox"] }));
  const rows = entries.map(({ value }) => mailRow.parse(value)).filter(({ to }) => to === EVE);
  const sent = rows.toSorted((left, right) => left.queuedAt - right.queuedAt);
  return await Promise.all(sent.map((row) => letterOf(store, row)));
}

/** Chooses a password with the code of the last letter, and signs in. */
async function accepted(built: TestPlatform): Promise<CallFunction> {
  const letter = (await letters(built)).at(-1);
  ok(letter?.kind === "home-invitation");
  const body = { email: EVE, code: letter.code, password: PASSWORD };
  strictEqual(await choosePassword(built, body), "ok");
  return (await signedIn(built, EVE)).ask;
}

/** Eve, invited and signed in. */
async function eve({ built, landlord, stay }: Home): Promise<CallFunction> {
  strictEqual(codeOf(await landlord("inviteOccupant", stay)), "ok");
  return await accepted(built);
}

async function accessOf(landlord: CallFunction, at: Home["at"]): Promise<string[]> {
  return (await answerOf(landlord("listOccupancies", at))).map(({ access }) => access);
}

// @spec housing.invitations
Deno.test("an occupant is invited, chooses a password with the mailed code, and finds their dwelling", () =>
  withHome(async (home) => {
    const { built, landlord, at, stay, series } = home;
    strictEqual(codeOf(await landlord("inviteOccupant", stay)), "ok");
    const [letter, ...others] = await letters(built);
    deepStrictEqual(others, []);
    ok(letter?.kind === "home-invitation");
    deepStrictEqual([letter.residence, letter.dwelling, letter.organisation], [
      "Les Lilas",
      "Z1",
      "Bailleur",
    ]);
    deepStrictEqual(await accessOf(landlord, at), ["invited", "none"]);
    const ask = await accepted(built);
    deepStrictEqual(await accessOf(landlord, at), ["open", "none"]);
    const name = { ...at, residence: "Les Lilas", dwelling: "Z1" };
    const names = await answerOf(ask("listOwnHouses", {}));
    deepStrictEqual(names, [name]);
    const { series: [water, ...rest], ...house } = await answerOf(ask("getOwnHouse", at));
    deepStrictEqual(house, {
      ...name,
      timeZone: "Europe/Paris",
      from: "2026-01-18",
      to: null,
      consent: null,
      messages: [],
      contacts: [],
      hasReports: false,
    });
    deepStrictEqual([water?.id, water?.finest, rest], [series, "day", []]);
  }));

Deno.test("an occupant sees and exports the figures since their arrival, and no others", () =>
  withHome(async (home) => {
    const { at, series } = home;
    const ask = await eve(home);
    const slots = async (segment: string) => {
      const result = await answerOf(ask("getOwnRangeData", { ...at, series, segment }));
      return result.slots.flatMap(({ slot, value }) => value ? [[slot, value]] : []);
    };
    deepStrictEqual(await slots("monthly-2026"), [["2026-01", OWN]]);
    deepStrictEqual(await slots("monthly-shifted-2025"), [["2026-01", OWN]]);
    deepStrictEqual(await slots("weekly-2026"), [["2026-W04", OWN]]);
    deepStrictEqual(await slots("daily-2026-01"), [["2026-01-20", OWN]]);
    deepStrictEqual(await slots("monthly-2025"), []);
    const hours = { ...at, series, segment: "hourly-2026-01-20" };
    strictEqual(codeOf(await ask("getOwnRangeData", hours)), "forbidden");
    const nothing = { ...at, series: "none", segment: "monthly-2026" };
    strictEqual(codeOf(await ask("getOwnRangeData", nothing)), "not-found");
    const file = await answerOf(ask("exportOwnData", at));
    match(file.fileName, /^occupant-2026-02-10\.zip$/);
    const files = unzipped(new Uint8Array(file.bytes));
    match(files.get("releves.csv") ?? "", /\r\n2026-01-20;[^;]*;30047;m³/);
    const whole = [...files.values()].join("\n");
    ok(!whole.includes("2026-01-05") && !whole.includes("Noé") && !whole.includes("accountId"));
    strictEqual(JSON.parse(files.get("occupant.json") ?? "").occupant.email, EVE);
  }));

// @spec housing.own-house
Deno.test("an occupant's own hours need no consent, and anonymity applies only to others", () =>
  withHome(async (home) => {
    const { at, series, landlord } = home;
    const ask = await eve(home);
    const hours = async (date: string) => {
      const result = await answerOf(
        ask("getOwnRangeData", { ...at, series, segment: `hourly-${date}` }),
      );
      return numbersIn(result.slots.map(({ value }) => value)).filter((value) => value > 0);
    };
    deepStrictEqual(await hours("2026-01-20"), [OWN]);
    deepStrictEqual(await hours("2026-01-05"), []);
    const theirs = { ...at, series, segment: "hourly-2026-01-20" };
    strictEqual(codeOf(await landlord("getHouseRangeData", theirs)), "forbidden");
  }, { houseMode: 2, houseHourly: 3 }));

Deno.test("no answer to an occupant contains a figure of the former occupant or of a neighbour", () =>
  withHome(async (home) => {
    const { built, series, besideId } = home;
    const ask = await eve(home);
    const orgs: Readonly<Record<string, string>> = { ...EXAMPLES, orgId: ORG, projectId: PROJECT };
    const visible = new Set<number>();
    let answered = 0;
    for (const name of Object.keys(CALLS).filter(isCallName)) {
      if (CALLS[name].method !== "GET") continue;
      for (const houseId of [home.houseId, besideId]) {
        for (const segment of ["monthly-2026", "daily-2026-01", "hourly-2026-01-05"]) {
          const given: Readonly<Record<string, string>> = { ...orgs, houseId, series, segment };
          const input = Object.fromEntries(
            parameterNames(CALLS[name].path).map((key) => [key, given[key] ?? ""]),
          );
          const asked = { caller: (await signedIn(built, EVE)).caller, clientAddress: "192.0.2.1" };
          const result: { ok: boolean; answer?: unknown } = await built.platform.dispatcher
            .answerRequest(
              CALLS[name],
              { input, readBody: null },
              { ...asked, requestId: "own" },
            );
          if (!result.ok) continue;
          answered++;
          const text = JSON.stringify(result.answer);
          ok(!text.includes("Noé") && !text.includes('"Z2"'), `${name} tells of others: ${text}`);
          for (const number of numbersIn(result.answer)) visible.add(number);
        }
      }
    }
    ok(visible.has(OWN) && answered > 20, `${answered} answers`);
    for (const [rank, drawn] of [BEFORE, BESIDE, BEFORE + OWN].entries()) {
      ok(!visible.has(drawn), `figure ${rank}`);
    }
    const beside = { projectId: PROJECT, houseId: besideId };
    strictEqual(codeOf(await ask("getOwnHouse", beside)), "not-found");
  }, { houseHourly: 3 }));

Deno.test("access ends with the last day, and the next occupant finds no earlier data", () =>
  withHome(async (home) => {
    const { built, at, stay, landlord, series } = home;
    const ask = await eve(home);
    const body = occupant({ to: "2026-02-11" });
    strictEqual(codeOf(await landlord("putOccupancy", { ...stay, body })), "ok");
    strictEqual(codeOf(await ask("getOwnHouse", at)), "ok");
    built.clock.advance(DAY_MS);
    strictEqual(codeOf(await ask("getOwnHouse", at)), "ok");
    built.clock.advance(DAY_MS);
    strictEqual(codeOf(await ask("getOwnHouse", at)), "not-found");
    strictEqual(codeOf(await ask("exportOwnData", at)), "not-found");
    const names = await answerOf(ask("listOwnHouses", {}));
    deepStrictEqual(names, []);
    const zoe = occupant({ name: "Zoé", email: "zoe@mail.fr", from: "2026-02-12" });
    await anAccount(built, { email: "zoe@mail.fr" });
    const { id: occupancyId } = await answerOf(landlord("createOccupancy", { ...at, body: zoe }));
    strictEqual(codeOf(await landlord("inviteOccupant", { ...at, occupancyId })), "ok");
    const next = (await signedIn(built, "zoe@mail.fr")).ask;
    const read = await answerOf(
      next("getOwnRangeData", { ...at, series, segment: "monthly-2026" }),
    );
    deepStrictEqual(read.slots.filter(({ value }) => value !== null && value > 0), []);
    strictEqual(codeOf(await landlord("inviteOccupant", stay)), "occupancy-over");
  }));

Deno.test("future occupant finds their dwelling from their first day on", () =>
  withHome(async (home) => {
    const { built, landlord, at, stay } = home;
    const body = occupant({ from: "2026-02-11" });
    strictEqual(codeOf(await landlord("putOccupancy", { ...stay, body })), "ok");
    const ask = await eve(home);
    strictEqual(codeOf(await ask("getOwnHouse", at)), "not-found");
    built.clock.advance(DAY_MS);
    strictEqual(codeOf(await ask("getOwnHouse", at)), "ok");
  }));

Deno.test("access ends when it is withdrawn, the address changes, the occupant is erased or the application is closed", () =>
  withHome(async (home) => {
    const { built, landlord, at, stay } = home;
    const ask = await eve(home);
    const isOpen = async () => codeOf(await ask("getOwnHouse", at)) === "ok";
    strictEqual(codeOf(await landlord("removeOccupantAccess", stay)), "ok");
    strictEqual(await isOpen(), false);
    strictEqual(codeOf(await landlord("removeOccupantAccess", stay)), "not-found");
    strictEqual(codeOf(await landlord("inviteOccupant", stay)), "ok");
    const mailed = await letters(built);
    deepStrictEqual(mailed.map((letter) => letter?.kind).toSorted(), [
      "home-invitation",
      "home-welcome",
    ]);
    const welcome = mailed.find((letter) => letter?.kind === "home-welcome");
    ok(welcome);
    const origins = { own: "https://suivi.example", apps: {}, loginPath: "/login" };
    // An account of several dwellings, or of a landlord too, starts elsewhere than on this page.
    strictEqual(
      linkOf(opened(welcome), EVE, origins),
      `https://suivi.example/my-home/${at.projectId}/${at.houseId}`,
    );
    strictEqual(await isOpen(), true, "an account that has proven its address enters at once");
    const body = occupant({ email: "autre@mail.fr" });
    strictEqual(codeOf(await landlord("putOccupancy", { ...stay, body })), "ok");
    strictEqual(await isOpen(), false);
    strictEqual(codeOf(await landlord("putOccupancy", { ...stay, body: occupant() })), "ok");
    strictEqual(await isOpen(), false, "an address typed again gives nothing back");
    strictEqual(codeOf(await landlord("inviteOccupant", stay)), "ok");
    strictEqual(await isOpen(), true);
    await setEcotouch(built, 0);
    strictEqual(await isOpen(), false);
    await setEcotouch(built, 1);
    const rights = { ...at, body: { access: 0 as const } };
    strictEqual(codeOf(await landlord("putModuleRights", rights)), "ok");
    strictEqual(await isOpen(), false);
    strictEqual(codeOf(await landlord("inviteOccupant", stay)), "ok");
    strictEqual(await isOpen(), true);
    strictEqual(codeOf(await landlord("eraseOccupant", stay)), "ok");
    strictEqual(codeOf(await landlord("inviteOccupant", stay)), "occupancy-over");
  }));

/** Whether an account has Eve's address, and the kinds of the mails that wait for her. */
async function left(built: TestPlatform) {
  const account = await accountByEmail(built.store, EVE);
  const kinds = (await letters(built)).map((letter) => letter?.kind);
  return { hasAccount: account !== null, kinds };
}

// @spec housing.invitations
Deno.test("an unanswered invitation leaves nothing of the person once its access ends: no account, code or mail", () =>
  withHome(async ({ built, landlord, at, stay }) => {
    const another = occupant({ email: "autre@mail.fr" });
    const ends: readonly (() => Promise<string>)[] = [
      async () => codeOf(await landlord("removeOccupantAccess", stay)),
      async () => codeOf(await landlord("putOccupancy", { ...stay, body: another })),
      async () => codeOf(await landlord("eraseOccupant", stay)),
      async () => codeOf(await landlord("deleteHouse", at)),
    ];
    for (const end of ends) {
      const body = occupant();
      strictEqual(codeOf(await landlord("putOccupancy", { ...stay, body })), "ok");
      strictEqual(codeOf(await landlord("inviteOccupant", stay)), "ok");
      const [letter] = await letters(built);
      ok(letter?.kind === "home-invitation");
      strictEqual(await end(), "ok");
      deepStrictEqual(await left(built), { hasAccount: false, kinds: [] });
      const reset = { email: EVE, code: letter.code, password: PASSWORD };
      strictEqual(await choosePassword(built, reset), "bad-code");
    }
  }));

Deno.test("an unanswered invitation keeps its account while another dwelling or an organisation awaits the person", () =>
  withHome(async ({ built, landlord, stay, besideId }) => {
    const beside = { projectId: PROJECT, houseId: besideId };
    const second = await answerOf(landlord("createOccupancy", { ...beside, body: occupant() }));
    const alsoIn = { ...beside, occupancyId: second.id };
    strictEqual(codeOf(await landlord("inviteOccupant", stay)), "ok");
    strictEqual(codeOf(await landlord("inviteOccupant", alsoIn)), "ok");
    strictEqual(codeOf(await landlord("removeOccupantAccess", stay)), "ok");
    strictEqual((await left(built)).hasAccount, true);
    const admin = await someone(built, { email: "zoe@bailleur.fr", isAdmin: true });
    const body = { email: EVE };
    strictEqual(codeOf(await admin("addOrgAdmin", { orgId: ORG, body })), "ok");
    strictEqual(codeOf(await landlord("removeOccupantAccess", alsoIn)), "ok");
    strictEqual((await left(built)).hasAccount, true);
    strictEqual(codeOf(await admin("removeOrgUser", { orgId: ORG, email: EVE })), "ok");
    deepStrictEqual(await left(built), { hasAccount: false, kinds: [] });
  }));

Deno.test("an earlier occupancy of the same person is erased without closing the page of the current one", () =>
  withHome(async (home) => {
    const { landlord, at, stay } = home;
    const ask = await eve(home);
    const ended = occupant({ to: "2026-02-09" });
    strictEqual(codeOf(await landlord("putOccupancy", { ...stay, body: ended })), "ok");
    const renewed = await answerOf(landlord("createOccupancy", {
      ...at,
      body: occupant({ from: "2026-02-10" }),
    }));
    const current = { ...at, occupancyId: renewed.id };
    strictEqual(codeOf(await landlord("inviteOccupant", current)), "ok");
    strictEqual(codeOf(await ask("getOwnHouse", at)), "ok");
    strictEqual(codeOf(await landlord("eraseOccupant", stay)), "ok");
    strictEqual(codeOf(await ask("getOwnHouse", at)), "ok");
    strictEqual(codeOf(await landlord("deleteOccupancy", stay)), "ok");
    strictEqual(codeOf(await ask("getOwnHouse", at)), "ok");
    strictEqual(codeOf(await landlord("eraseOccupant", current)), "ok");
    strictEqual((await ask("getOwnHouse", at)).ok, false);
  }));

// @spec housing.invitations
Deno.test("a page stays open while its occupant is invited to a next occupancy, until each of both ends", () =>
  withHome(async (home) => {
    const { built, landlord, at, stay } = home;
    const ask = await eve(home);
    const isOpen = async () => codeOf(await ask("getOwnHouse", at)) === "ok";
    const body = occupant({ to: "2026-02-10" });
    strictEqual(codeOf(await landlord("putOccupancy", { ...stay, body })), "ok");
    const renewed = { ...at, body: occupant({ from: "2026-02-11" }) };
    const added = await answerOf(landlord("createOccupancy", renewed));
    const next = { ...at, occupancyId: added.id };
    strictEqual(codeOf(await landlord("inviteOccupant", next)), "ok");
    deepStrictEqual(await accessOf(landlord, at), ["open", "open", "none"]);
    strictEqual(await isOpen(), true);
    built.clock.advance(DAY_MS);
    strictEqual(await isOpen(), true);
    strictEqual(codeOf(await landlord("removeOccupantAccess", next)), "ok");
    strictEqual(await isOpen(), false);
    strictEqual(codeOf(await landlord("deleteOccupancy", stay)), "ok");
    const prefix = keys.homeOfAccount.under();
    deepStrictEqual(await Array.fromAsync(built.store.list({ prefix })), []);
  }));

// @spec housing.personal-data
Deno.test("mails to an erased occupant about their dwelling are deleted, those about another dwelling are not", () =>
  withHome(async ({ built, landlord, stay, besideId }) => {
    const beside = { projectId: PROJECT, houseId: besideId };
    const added = await answerOf(landlord("createOccupancy", { ...beside, body: occupant() }));
    await anAccount(built, { email: EVE });
    strictEqual(codeOf(await landlord("inviteOccupant", stay)), "ok");
    const other = { ...beside, occupancyId: added.id };
    strictEqual(codeOf(await landlord("inviteOccupant", other)), "ok");
    strictEqual((await letters(built)).length, 2);
    strictEqual(codeOf(await landlord("eraseOccupant", stay)), "ok");
    const dwellings = (await letters(built)).map((letter) =>
      letter?.kind === "home-welcome" ? letter.dwelling : ""
    );
    deepStrictEqual(dwellings, ["Z2"]);
  }));

Deno.test("an invitation requires an address, a current occupancy and the residence's application", () =>
  withHome(async ({ built, landlord, at, stay }) => {
    strictEqual(codeOf(await landlord("inviteOccupant", stay)), "occupants-application-off");
    await setEcotouch(built, 1);
    const body = occupant({ email: "" });
    strictEqual(codeOf(await landlord("putOccupancy", { ...stay, body })), "ok");
    strictEqual(codeOf(await landlord("inviteOccupant", stay)), "occupant-without-email");
    const nobody = { ...at, occupancyId: "none" };
    strictEqual(codeOf(await landlord("inviteOccupant", nobody)), "not-found");
    strictEqual(codeOf(await landlord("removeOccupantAccess", nobody)), "not-found");
    deepStrictEqual(await letters(built), []);
  }, { ecotouchAdmin: 0 }));

Deno.test("an account that leaves an unproven address loses the dwelling it was invited to by it", () =>
  withHome(async ({ built, landlord, at, stay }) => {
    await anUnprovenAccount(built, EVE);
    const { ask: intruder } = await signedIn(built, EVE);
    strictEqual(codeOf(await landlord("inviteOccupant", stay)), "ok");
    const body = { email: "mallory@mail.fr", password: PASSWORD };
    strictEqual(codeOf(await intruder("changeEmail", { body })), "ok");
    await confirmed(built);
    const chosen = { ...body, code: await askedCode(built, body.email) };
    strictEqual(await choosePassword(built, chosen), "ok");
    const moved = (await signedIn(built, body.email)).ask;
    strictEqual(codeOf(await moved("getOwnHouse", at)), "not-found");
  }));

Deno.test("an occupant who changes their own address keeps their dwelling, and loses it when the account is removed", () =>
  withHome(async (home) => {
    const { at, built, landlord } = home;
    const ask = await eve(home);
    const body = { email: "eve@ailleurs.fr", password: PASSWORD };
    strictEqual(codeOf(await ask("changeEmail", { body })), "ok");
    await confirmed(built);
    const moved = (await signedIn(built, "eve@ailleurs.fr")).ask;
    strictEqual(codeOf(await moved("getOwnHouse", at)), "ok");
    strictEqual(codeOf(await moved("removeAccount", { body: { password: PASSWORD } })), "ok");
    deepStrictEqual(await accessOf(landlord, at), ["none", "none"]);
    const prefix = keys.homeOfAccount.under();
    deepStrictEqual(await Array.fromAsync(built.store.list({ prefix })), []);
  }));

/** Confirms the address with the token of the last mail. */
async function confirmed(built: TestPlatform): Promise<void> {
  strictEqual(await confirmAddress(built, await mailedProof(built.store)), "ok");
}

Deno.test("each way to end an access closes the page, and changes the rights of the account, whose sessions are renewed", () =>
  withHome(async (home) => {
    const { at, built, landlord } = home;
    const ask = await eve(home);
    const account = await accountByEmail(built.store, EVE);
    const version = async () => {
      const { value } = await built.store.get(keys.version("account", account?.id ?? ""));
      return String(value);
    };
    let { stay } = home;
    const ends = [
      () => landlord("putOccupancy", { ...stay, body: occupant({ email: "eva@mail.fr" }) }),
      () => landlord("removeOccupantAccess", stay),
      () => landlord("eraseOccupant", stay),
      () => landlord("deleteOccupancy", stay),
      () => landlord("deleteHouse", at),
    ];
    for (const [rank, end] of ends.entries()) {
      if (rank > 0) {
        await landlord("deleteOccupancy", stay);
        const added = await answerOf(landlord("createOccupancy", { ...at, body: occupant() }));
        stay = { ...at, occupancyId: added.id };
      }
      strictEqual(codeOf(await landlord("inviteOccupant", stay)), "ok");
      strictEqual(codeOf(await ask("getOwnHouse", at)), "ok");
      const before = await version();
      strictEqual(codeOf(await end()), "ok");
      notStrictEqual(await version(), before, `end ${rank}`);
      strictEqual(codeOf(await ask("getOwnHouse", at)), "not-found");
      const prefix = keys.homeOfAccount.under();
      deepStrictEqual(await Array.fromAsync(built.store.list({ prefix })), []);
    }
  }));

Deno.test("an occupant gives their consent and withdraws it, which shows and hides the hours", () =>
  withHome(async (home) => {
    const { at, series, landlord, built } = home;
    const ask = await eve(home);
    const say = (isGiven: boolean) => ask("putOwnConsent", { ...at, body: { isGiven } });
    const consent = async () => (await answerOf(ask("getOwnHouse", at))).consent;
    const hours = () =>
      landlord("getHouseRangeData", { ...at, series, segment: "hourly-2026-02-10" });
    strictEqual(codeOf(await hours()), "forbidden");
    strictEqual(codeOf(await say(true)), "ok");
    const source = "Donné par l’occupant sur sa page";
    const given = { givenOn: "2026-02-10", source, withdrawnOn: null };
    deepStrictEqual(await consent(), given);
    strictEqual(codeOf(await hours()), "ok");
    built.clock.advance(DAY_MS);
    strictEqual(codeOf(await say(true)), "ok");
    deepStrictEqual(await consent(), given, "given again it keeps its day");
    strictEqual(codeOf(await say(false)), "ok");
    deepStrictEqual(await consent(), { ...given, withdrawnOn: "2026-02-11" });
    strictEqual(codeOf(await hours()), "forbidden");
    const lines = (await auditLines(built)).filter(({ action }) => action === "putOwnConsent");
    deepStrictEqual(
      lines.map(({ email, subject }) => [email, subject]),
      Array(3).fill([null, "Z1"]),
    );
  }, { houseHourly: 3 }));

// @spec display.occupant
Deno.test("an occupant reads the messages sent to their dwelling since their arrival, and those of the hall's screen today, where there is one", () =>
  withHome(async (home) => {
    const { at, besideId, built, houseId } = home;
    const ask = await eve(home);
    const { store } = built;
    const alert = { from: "2026-02-01", to: null, message: "Fuite", houseIds: [houseId] };
    const shown = { priority: 2, from: "2026-02-01", to: null, message: "Ramonage" };
    const contact = { priority: 1, name: "Gardien", phone: "03 83", mail: "" };
    await store.atomic()
      .set(keys.housingAlert(PROJECT, "a1"), alert)
      .set(keys.housingAlert(PROJECT, "a2"), { ...alert, houseIds: [besideId] })
      .set(keys.housingAlert(PROJECT, "a3"), { ...alert, from: "2026-01-10" })
      .set(keys.housingAlert(PROJECT, "a4"), { ...alert, to: "2026-02-09" })
      .set(keys.displayMessage(PROJECT, "m1"), shown)
      .set(keys.displayMessage(PROJECT, "m2"), { ...shown, priority: 1, message: "Ascenseur" })
      .set(keys.displayMessage(PROJECT, "m3"), { ...shown, to: "2026-02-02" })
      .set(keys.displayContact(PROJECT, "c1"), contact)
      .commit();
    const read = async () => {
      const { messages, contacts } = await answerOf(ask("getOwnHouse", at));
      return [messages.map(({ message }) => message), contacts.map(({ name }) => name)];
    };
    deepStrictEqual(await read(), [["Fuite", "Ascenseur", "Ramonage"], ["Gardien"]]);
    const features = { ...NO_FEATURES, houseMode: 1, housesAppAlarm: true };
    await store.atomic().set(keys.projectFeatures(PROJECT), features).commit();
    await built.platform.versions.bump([{ kind: "project", id: PROJECT }]);
    deepStrictEqual(await read(), [["Fuite"], []]);
  }, { housesAppAlarm: true, display: true }));
