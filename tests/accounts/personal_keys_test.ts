import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { CONTRIBUTIONS } from "@/lib/accounts/contributions.ts";
import { documentRecord } from "@/lib/documents/records.ts";
import { accountRecord } from "@/lib/identity/records.ts";
import type { SettlementRecord } from "@/lib/settlement/records.ts";
import { statementName } from "@/lib/settlement/text.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Key, listEntries, listStored, readEntry, type Store } from "@/lib/store/store.ts";
import { anOwner, type Owner } from "@/tests/helpers/a_made_life.ts";
import { PASSWORD, type TestPlatform, withPlatform } from "@/tests/helpers/a_platform.ts";
import { aroundStore } from "@/tests/helpers/changed_stores.ts";
import { flowedBytes, unzipped } from "@/tests/helpers/file_bytes.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { REPORT, storeAlarm } from "@/tests/helpers/some_alarms.ts";

const EMAIL = "ada@bailleur.fr";

const AT = "2026-02-10T11:00:00.000Z";

const EMPTY_SHEET: SettlementRecord["sheet"] = {
  ...{ landlord: "", residence: "", boilerRoomName: "", djuSource: "" },
  ...{ from: "2024-10-01", to: "2025-05-20", terms: null, termsFrom: [], rows: [], missing: [] },
  ...{ statement: null, fault: "not-configured", balance: { nc: null, target: null } },
};

/** A user who made every call of an organisation's life, commented an alarm and gave a verdict. */
async function aContributor(built: TestPlatform): Promise<Owner> {
  const { store } = built;
  const owner = await anOwner(built, EMAIL);
  const { project = "", org = "", room = "" } = owner.made;
  const alarmId = await storeAlarm(store, { projectId: project });
  const body = { text: "Vu sur place" };
  ok((await owner.ask("commentAlarm", { projectId: project, alarmId, body })).ok);
  const [document] = await listStored(store, keys.document.under(org), documentRecord);
  ok(document);
  const verdict = {
    state: "subject-valid",
    validatorUser: EMAIL,
    comment: "Rendement bas",
  } as const;
  const statement: SettlementRecord = {
    yearStart: 2024,
    number: 1,
    state: "sent",
    corrects: null,
    sheet: {
      ...EMPTY_SHEET,
      authors: [{ what: "terms", name: "", accountId: owner.accountId }],
    },
    acts: [
      { state: "sent", at: AT, accountId: owner.accountId, comment: "", file: null },
      // Of an earlier version.
      { state: "withdrawn", at: AT, accountId: null, by: EMAIL, comment: "", file: null },
    ],
    linkHash: null,
    document: null,
  };
  const mailed = { at: AT, day: "2026-02-10" };
  await store.atomic().set(document.entry.key, { ...document.record, ...verdict })
    .set(keys.settlement(project, room, "2024-1"), statement)
    .set(keys.documentMail(org, "to-validate", owner.accountId), mailed)
    .commit();
  return owner;
}

/** The families of the entries that contain the id or the address of a user. */
async function familiesNaming(store: Store, { accountId }: Owner): Promise<string[]> {
  const families = new Set<string>();
  for await (const { key, value } of store.list({ prefix: [] })) {
    const text = JSON.stringify([key, value], (_, one) => typeof one === "bigint" ? `${one}` : one);
    if (text.includes(accountId) || text.includes(JSON.stringify(EMAIL))) {
      families.add(String(key[0]));
    }
  }
  return [...families].toSorted();
}

/** Families that name a user and are removed with the account; most are exported too. */
const REMOVED = [
  "account",
  "account_by_email",
  "document_mail",
  "home_of_account",
  "member",
  "org_of_account",
  "roles",
  "roles_of_account",
  "team",
  "token",
  "user_alarm_report",
];

/** Families that still name a removed user, by id only where the reason names none. */
const STAYING = {
  alarm_comment: "id of a removed account",
  alarm_mute: "id of a removed account",
  audit: "five years, organisations.audit",
  document_request: "id of a removed account",
  efficiency_settings: "id of a removed account",
  efficiency_sources: "id of a removed account",
  energy_price: "id of a removed account",
  energy_terms: "id of a removed account",
  follow_up: "id of a removed account",
  gas_factors: "id of a removed account",
  heating_seasons: "id of a removed account",
  occupancies: "the landlord's record of the occupant, erased on the page of the dwelling",
  outbox: "the notice of the removal, until it is sent",
  pilot_config: "id of a removed account",
  pilot_features: "id of a removed account",
  pilot_module: "id of a removed account",
  price_indexes: "id of a removed account",
  series_head: "id of a removed account, in what was said of readings",
  settlement: "id of a removed account, among the authors of a statement",
  version: "id of a removed account",
};

/** Lets the user leave: another one administers their organisation and the platform. */
async function replaced({ store }: TestPlatform, { made }: Owner): Promise<void> {
  const otherId = String((await store.get(keys.accountByEmail(made.other ?? ""))).value);
  const { value } = await readEntry(store, keys.account(otherId), accountRecord);
  await store.atomic()
    .set(keys.account(otherId), { ...value, platformAdmin: true })
    .set(keys.member(made.org ?? "", otherId), { isAdmin: true })
    .set(keys.orgOfAccount(otherId, made.org ?? ""), true)
    .commit();
}

// @spec accounts.contributions, accounts.removal
Deno.test("every family of keys that names an account is removed with it, or its contribution exported and its author erased, and nothing else of it", () =>
  withPlatform(async (built) => {
    const { store } = built;
    const owner = await aContributor(built);
    const { annotations, manualIndex, document } = CONTRIBUTIONS;
    const values = () =>
      Promise.all([
        listEntries(store, { prefix: annotations.prefix }, annotations.schema),
        listEntries(store, { prefix: manualIndex.prefix }, manualIndex.schema),
        listEntries(store, { prefix: document.prefix }, document.schema),
      ]);
    const before = await values();
    const contributed = Object.values(CONTRIBUTIONS).map(({ prefix }) => String(prefix[0]));
    // What was said of readings, in the heads of series, and who entered what statements are made of, is exported by
    // the lines of the audit log.
    const logged = [
      "efficiency_settings",
      "efficiency_sources",
      "energy_price",
      "energy_terms",
      "gas_factors",
      "heating_seasons",
    ];
    const others = ["audit", "occupancies", "outbox", "series_head", "version", ...logged];
    deepStrictEqual(
      await familiesNaming(store, owner),
      [...REMOVED, ...contributed, ...others].toSorted(),
    );
    await replaced(built, owner);
    ok((await owner.ask("removeAccount", { body: { password: PASSWORD } })).ok);
    deepStrictEqual(await familiesNaming(store, owner), Object.keys(STAYING));
    const [annotated, typed, documents] = await values();
    deepStrictEqual(
      annotated.map(({ value }) => value),
      before[0].map(({ value }) => value.map((one) => ({ ...one, author: "" }))),
    );
    deepStrictEqual(
      typed.map(({ value }) => value),
      before[1].map(({ value }) => ({ ...value, email: "" })),
    );
    deepStrictEqual(
      documents.map(({ value }) => value),
      before[2].map(({ value }) => ({ ...value, validatorUser: null })),
    );
    strictEqual(documents.some(({ value }) => value.comment === "Rendement bas"), true);
  }));

/** A store that acts before a commit that deletes an account, once. */
function beforeRemoval(store: Store, act: () => Promise<void>): Store {
  let isDone = false;
  return aroundStore(store, {
    atomic: () => {
      const inner = store.atomic();
      const { delete: remove, commit } = inner;
      let isRemoval = false;
      return Object.assign(inner, {
        delete(key: Key) {
          isRemoval ||= key[0] === keys.account.doc.name;
          return remove(key);
        },
        async commit() {
          if (isRemoval && !isDone) {
            isDone = true;
            await act();
          }
          return await commit();
        },
      });
    },
  });
}

// @spec accounts.contributions, accounts.removal
Deno.test("removeAccount() erases what another tab of the user writes while it runs", () => {
  let act = () => Promise.resolve();
  return withPlatform(async (built) => {
    const owner = await aContributor(built);
    await replaced(built, owner);
    const { org: orgId = "", project: projectId = "", gas: annotatedId = "" } = owner.made;
    act = async () => {
      const body = { from: "2025-02-13", to: "2025-02-20", text: "Fuite" };
      ok((await owner.ask("addAnnotation", { projectId, annotatedId, body })).ok);
      const report = { ...REPORT, name: "Nuit, bis", emails: [EMAIL] };
      ok((await owner.ask("createUserAlarmReport", { orgId, body: report })).ok);
    };
    ok((await owner.ask("removeAccount", { body: { password: PASSWORD } })).ok);
    deepStrictEqual(await familiesNaming(built.store, owner), Object.keys(STAYING));
  }, { before: (store) => beforeRemoval(store, () => act()) });
});

// @spec accounts.contributions
Deno.test("exportAccount() contains what a user wrote in residences and documents, also under a former address", () =>
  withPlatform(async (built) => {
    const { store } = built;
    const owner = await aContributor(built);
    const { value: account } = await readEntry(store, keys.account(owner.accountId), accountRecord);
    ok(account);
    const readdressed = { ...account, email: "ada@office.fr", formerEmails: [EMAIL] };
    await store.atomic().set(keys.account(owner.accountId), readdressed).commit();
    const exported = await answerOf(owner.ask("exportAccount", {}));
    const files = unzipped(await flowedBytes(exported));
    const linesOf = (name: string) => files.get(name)?.split("\r\n").slice(1);
    const named = { yearStart: 2024, number: 1, corrects: null, sheet: EMPTY_SHEET };
    const statement = `Les Lilas;${statementName(named)}`;
    deepStrictEqual(linesOf("decomptes.csv"), [
      `${statement};Envoyé;${AT};`,
      `${statement};Retiré;${AT};`,
    ]);
    deepStrictEqual(linesOf("indices.csv"), ["Les Lilas;PEG;2025-01;108,3;Powernext"]);
    ok(linesOf("suivi.csv")?.some((line) => line.startsWith("Les Lilas;Chaufferie;")));
    deepStrictEqual(linesOf("annotations.csv"), [
      `Les Lilas;EFSV;2025-02-12;2025-02-21;Panne;${AT}`,
    ]);
    deepStrictEqual(linesOf("index.csv"), [
      "Les Lilas;;EFSV;2025-01-31;1204,5",
      // A deleted one, which can still be restored.
      "Les Lilas;;EFSV;2025-02-28;1300",
    ]);
    deepStrictEqual(linesOf("demandes-documents.csv"), [
      "Relevé de chaufferie;Chauffage des Vosges;2026-02-20;1",
    ]);
    deepStrictEqual(linesOf("decisions-documents.csv"), [
      "Les Lilas;Relevé de chaufferie;2026-02-20;Validé avec réserve;;Rendement bas;",
    ]);
    deepStrictEqual(linesOf("actions-documents.csv"), [`Report d’échéance;1;;${AT}`]);
    ok(linesOf("jetons-residences.csv")?.includes(`Les Lilas;Hall;${AT}`));
    deepStrictEqual(linesOf("pilotage.csv"), [
      ...Array(2).fill(`Les Lilas;;${AT}`),
      ...Array(2).fill(`Les Lilas;A12;${AT}`),
    ]);
    const { account: facts } = JSON.parse(files.get("compte.json") ?? "");
    deepStrictEqual(facts.formerEmails, [EMAIL]);
  }));

/** Every contribution of a store, by family, without the tokens of an account of its own. */
async function contributionsOf(
  store: Store,
  { accountId }: Owner,
): Promise<[family: string, key: Key, value: unknown][]> {
  const all = Object.entries(CONTRIBUTIONS).map(async ([name, { prefix }]) => {
    const entries = await Array.fromAsync(store.list({ prefix }));
    return entries.filter(({ key }) => !key.includes(accountId))
      .map(({ key, value }): [string, Key, unknown] => [name, key, value]);
  });
  return (await Promise.all(all)).flat();
}

// @spec accounts.contributions
Deno.test("the contributions of another author are neither exported with an account nor erased with it", () =>
  withPlatform(async (built) => {
    const { store } = built;
    const owner = await aContributor(built);
    const ofOther = (value: unknown): unknown => {
      if (value === owner.accountId) return "another";
      if (value === EMAIL) return "b@office.fr";
      if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value;
      if (Array.isArray(value)) return value.map(ofOther);
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, ofOther(one)]));
    };
    const before = await contributionsOf(store, owner);
    deepStrictEqual(new Set(before.map(([family]) => family)), new Set(Object.keys(CONTRIBUTIONS)));
    const atomic = store.atomic();
    for (const [, key, value] of before) atomic.set(key, ofOther(value));
    await atomic.commit();
    const others = await contributionsOf(store, owner);
    const exported = await answerOf(owner.ask("exportAccount", {}));
    const files = unzipped(await flowedBytes(exported));
    for (const name of ["annotations", "index", "suivi", "decomptes", "demandes-documents"]) {
      deepStrictEqual(files.get(`${name}.csv`)?.trim().split("\r\n").length, 1, name);
    }
    await replaced(built, owner);
    ok((await owner.ask("removeAccount", { body: { password: PASSWORD } })).ok);
    deepStrictEqual(await contributionsOf(store, owner), others);
  }));
