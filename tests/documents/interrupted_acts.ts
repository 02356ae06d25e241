/** Acts that change more than the life of calls shows: each with what it changes. @module */

import type { CallFunction, CallName, Result } from "@/lib/app/catalogue.ts";
import { makeReports } from "@/lib/consumption_reports/pdf_jobs.ts";
import { makeAllDocuments } from "@/lib/documents/document_creation.ts";
import { newFirstRunCode } from "@/lib/identity/accounts.ts";
import { ANONYMOUS } from "@/lib/identity/caller.ts";
import { purgeSeries } from "@/lib/platform/purge_job.ts";
import { writeParts } from "@/lib/store/blobs.ts";
import { keys } from "@/lib/store/keys.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { aHouse, aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import {
  anAccount,
  callAs,
  PASSWORD,
  type PlatformChoices,
  signedIn,
  type TestPlatform,
} from "@/tests/helpers/a_platform.ts";
import {
  aBoilerRoom,
  anOutdoorSource,
  aSeries,
  at,
  ORG,
  PROJECT,
  someone,
  storedSeries,
  writeResidence,
} from "@/tests/helpers/a_residence.ts";
import { A_REPORT } from "@/tests/helpers/consumption_reports.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { aPdf } from "@/tests/helpers/hostile_pdfs.ts";
import { mailedCode, mailedProof } from "@/tests/helpers/mails.ts";
import { storeAlarm } from "@/tests/helpers/some_alarms.ts";
import {
  anAwaitedDocument,
  aRequest,
  askedDocuments,
  pathOfEquipment,
  setToValidate,
} from "@/tests/helpers/some_documents.ts";
import { aCollector, sendLines } from "@/tests/helpers/some_series.ts";
import { DEPOSITOR } from "./a_deposit.ts";

/** The call that makes an act. */
type Arranged = () => Promise<Result<CallName>>;

/** An act: writes what it needs, and returns the call that makes it. */
export interface Act {
  arrange(built: TestPlatform): Promise<Arranged>;
  readonly choices?: PlatformChoices;
  /** True when a refused call may have written a part of it, which the same call completes. */
  readonly isRepeated?: true;
  /** Completes what an accepted call left. */
  job?(built: TestPlatform): Promise<unknown>;
}

const DAY_MS = 86_400_000;

const making: Act["job"] = ({ platform, clock }) => {
  clock.advance(DAY_MS);
  return makeAllDocuments(platform.own.services);
};
const sweeping: Act["job"] = async ({ platform, clock }) => {
  const { services } = platform.own;
  clock.advance(2 * DAY_MS);
  await makeReports(services);
  await services.documents.files.sweep();
};
const purging: Act["job"] = ({ store, clock }) => purgeSeries(store, clock.now);

const ADA = "ada@bailleur.fr";
const EVE = "eve@bailleur.fr";
const NOW_S = Date.parse("2026-02-10T10:00:00Z") / 1_000;
const inOrg = { orgId: ORG };

const ROLES = [
  "collect",
  "collect:boilerroom:write",
  "collect:building:write",
  "collect:houseadmin",
  "collect:alarm:write",
  "collect:documents:write",
  "collect:documents:validate:write",
] as const;

/** An administrator of the organisation with every role in its residence. */
async function ada(built: TestPlatform): Promise<CallFunction> {
  await writeResidence(built, { features: { houseMode: 1 } });
  return await someone(built, { email: ADA, isAdmin: true, roles: ROLES });
}

async function accountIdOf({ store }: TestPlatform, email: string): Promise<string> {
  return String((await store.get(keys.accountByEmail(email))).value);
}

/** A tag on two residences and a team. */
async function aUsedTag(built: TestPlatform, ask: CallFunction) {
  const group = await answerOf(
    ask("createTag", { ...inOrg, body: { name: "Agence", sortOrder: 0 } }),
  );
  const tag = { ...inOrg, tagId: group.id };
  const values: string[] = [];
  for (const label of ["Nord", "Sud"]) {
    values.push(
      (await answerOf(ask("createTagValue", { ...tag, body: { label, sortOrder: 0 } }))).id,
    );
  }
  const [nord = "", sud = ""] = values;
  const { value } = await built.store.get(keys.project(PROJECT));
  const tagged = { ...Object(value), tags: [nord] };
  await built.store.atomic().set(keys.project(PROJECT), tagged).set(keys.project("p2"), tagged)
    .set(keys.projectOfOrg(ORG, "p2"), true)
    .set(keys.team(ORG, "t1"), { name: "Nord", roles: [], accountIds: [], tags: [nord, sud] })
    .commit();
  return { tag, valueId: nord };
}

/** A report of an account with its file. */
async function writeReport({ store }: TestPlatform, accountId: string): Promise<void> {
  const pdf = new TextEncoder().encode("%PDF-1.7");
  await store.atomic()
    .set(keys.blob("f0000000q-r1"), await writeParts(store, "f0000000q-r1", [pdf]))
    .set(keys.queuedReport(accountId, "f0000000q-r1"), A_REPORT)
    .set(keys.reportOrder("f0000000q-r1"), {
      accountId,
      projectId: PROJECT,
      month: "2025-10",
      isWhole: false,
      attempts: 0,
    })
    .set(keys.reportOrderHouses("f0000000q-r1", 0), ["h1"])
    .commit();
}

/** Eve, with more roles than one commit removes, and a report. */
async function aMemberWithMuch(built: TestPlatform): Promise<string> {
  await someone(built, { email: EVE, roles: ["collect"] });
  const eve = await accountIdOf(built, EVE);
  const atomic = built.store.atomic();
  for (let rank = 0; rank < 310; rank++) {
    atomic.set(keys.projectOfOrg(ORG, `q${rank}`), true)
      .set(keys.roles(`q${rank}`, eve), ["collect"])
      .set(keys.rolesOfAccount(eve, `q${rank}`), true);
  }
  await atomic.commit();
  await writeReport(built, eve);
  return eve;
}

/** A dwelling whose source sent readings, with an index typed by hand. */
async function aFedDwelling(built: TestPlatform, ask: CallFunction) {
  const series = await aHousingSeries(ask, "EFSV");
  const houseId = await aHouse(ask, { name: "A1" });
  for (const source of ["serial=1", "serial=2"]) {
    await answerOf(ask("attachSource", { ...at, series, body: { source, houseId } }));
  }
  const readings = [0, 1].map((day) => ({ epochS: NOW_S - 86_400 * (day + 1), value: 9 - day }));
  const seriesId = storedSeriesId(series, houseId);
  await storedSeries(built).append([{ seriesId, kind: "index", readings }]);
  const index = {
    seriesId: series,
    houseId,
    date: "2026-01-05",
    value: 3,
    email: "",
    epochS: NOW_S,
  };
  await built.store.atomic().set(keys.manualIndex(PROJECT, "i1"), index).commit();
  return { series, houseId };
}

/** A residence with documents that are awaited for a boiler room. */
async function awaitedOfRoom(built: TestPlatform, ask: CallFunction): Promise<string> {
  const room = await aBoilerRoom(ask);
  await aBoilerRoom(ask, "Chaufferie Ouest");
  await askedDocuments(built.platform.own.services, {}, { equipment: "boilerroom" });
  return room;
}

const TYPEDOC = { name: "Relevé", equipment: null, defaultRate: 12, multiple: false, values: [] };
const { close: _ } = aRequest();

/** Sends a small file that waits; returns its id. */
async function aWaitingFile(provider: CallFunction): Promise<string> {
  const file = aPdf();
  const body = { file, fileName: "a.pdf", mark: "a", at: 0, size: file.length };
  await answerOf(provider("sendWaitingFile", { body }));
  return (await answerOf(provider("listWaitingFiles", {}))).files[0]?.id ?? "";
}

const REPORT = {
  name: "Astreinte",
  notifyStart: true,
  notifyEnd: false,
  notifyEvery: "2h",
  selections: [],
};

/** An act of {@link ada}. */
function byAda(
  arrange: (ask: CallFunction, built: TestPlatform) => ReturnType<Act["arrange"]> | Arranged,
  more: Omit<Act, "arrange"> = {},
): Act {
  return { ...more, arrange: async (built) => await arrange(await ada(built), built) };
}

export const ACTS = {
  "attachSource of a measure of dwellings": byAda(async (ask, built) => {
    const series = await aHousingSeries(ask, "TEMP");
    await aHouse(ask, { name: "A12" });
    await aHouse(ask, { name: "A13" });
    const lines = ["A12", "A13"].map((name) => `t,house=${name} value=20 ${NOW_S}`).join("\n");
    await sendLines(built.platform, await aCollector(ask), lines);
    const body = { source: "t,house=* value", houseId: null };
    return () => ask("attachSource", { ...at, series, body });
  }, { isRepeated: true }),
  "detachSources": byAda(async (ask, built) => {
    const { series } = await aFedDwelling(built, ask);
    return () =>
      ask("detachSources", { ...at, series, body: { sources: ["serial=1", "serial=2"] } });
  }),
  "deleteHouse": byAda(async (ask, built) => {
    const { houseId } = await aFedDwelling(built, ask);
    return () => ask("deleteHouse", { ...at, houseId });
  }, { job: purging }),
  "deleteHouse with more typed indexes than one commit removes": byAda(async (ask, built) => {
    const { series, houseId } = await aFedDwelling(built, ask);
    const index = { seriesId: series, houseId, date: "2026-01-05", value: 3, email: "" };
    const atomic = built.store.atomic();
    for (let rank = 0; rank < 510; rank++) {
      atomic.set(keys.manualIndex(PROJECT, `n${rank}`), { ...index, epochS: NOW_S + rank });
    }
    await atomic.commit();
    return () => ask("deleteHouse", { ...at, houseId });
  }, { isRepeated: true, job: purging }),
  "deleteDataseries": byAda(async (ask, built) => {
    const series = await aSeries(ask, "GAZV");
    const readings = [{ epochS: NOW_S, value: 4 }];
    await storedSeries(built).append([{ seriesId: series, kind: "index", readings }]);
    return () => ask("deleteDataseries", { ...at, series });
  }, { job: purging }),
  "deleteTag of used tags": byAda(async (ask, built) => {
    const { tag } = await aUsedTag(built, ask);
    await built.store.atomic().delete(keys.team(ORG, "t1")).commit();
    return () => ask("deleteTag", tag);
  }, { isRepeated: true }),
  "deleteTagValue of a used tag": byAda(async (ask, built) => {
    const { tag, valueId } = await aUsedTag(built, ask);
    return () => ask("deleteTagValue", { ...tag, valueId });
  }, { isRepeated: true }),
  "removeOrgUser of a member with much": byAda(async (ask, built) => {
    await aMemberWithMuch(built);
    return () => ask("removeOrgUser", { ...inOrg, email: EVE });
  }, { isRepeated: true, job: sweeping }),
  "deleteQueuedReport": byAda(async (ask, built) => {
    await writeReport(built, await accountIdOf(built, ADA));
    return () => ask("deleteQueuedReport", { reportId: "f0000000q-r1" });
  }, { job: sweeping }),
  "putTypedoc": byAda(async (ask, built) => {
    await awaitedOfRoom(built, ask);
    return () => ask("putTypedoc", { ...inOrg, typedocId: "t1", body: TYPEDOC });
  }, { job: making }),
  "deleteEquipment that documents are awaited for": byAda(async (ask, built) => {
    const equipmentId = await awaitedOfRoom(built, ask);
    return () => ask("deleteEquipment", { ...at, equipmentId });
  }, { job: making }),
  "deleteEquipment that a refused document is asked again for": byAda(async (ask, built) => {
    const equipmentId = await awaitedOfRoom(built, ask);
    const path = await pathOfEquipment(built.store, equipmentId);
    await setToValidate(built.store, path);
    const body = { state: "refused", compliance: null, comment: "Illisible" } as const;
    await answerOf(ask("validateDocument", { ...path, body }));
    return () => ask("deleteEquipment", { ...at, equipmentId });
  }, { job: making }),
  "validateDocument": byAda(async (ask, built) => {
    const path = await anAwaitedDocument(built.platform.own.services);
    await setToValidate(built.store, path);
    const body = { state: "refused", compliance: null, comment: "Illisible" } as const;
    return () => ask("validateDocument", { ...path, body });
  }),
  "uploadDocument": byAda(async (_, built) => {
    const path = await anAwaitedDocument(built.platform.own.services);
    const data = [{ typedocValueId: "w1", rank: 0, value: "90" }];
    const fields = { fileName: "a.pdf", completionDate: "2026-02-09", data };
    // A deposit frees the bytes of its file.
    return () =>
      callAs(built, DEPOSITOR)("uploadDocument", { ...path, body: { file: aPdf(), ...fields } });
  }, { job: sweeping }),
  "uploadDocument of a waiting file": byAda(async (_, built) => {
    const path = await anAwaitedDocument(built.platform.own.services);
    const provider = callAs(built, DEPOSITOR);
    const waiting = await aWaitingFile(provider);
    const data = [{ typedocValueId: "w1", rank: 0, value: "90" }];
    const body = { waiting, completionDate: "2026-02-09", data };
    return () => provider("uploadDocument", { ...path, body });
  }, { job: sweeping }),
  "deleteWaitingFile": byAda(async (_, built) => {
    await anAwaitedDocument(built.platform.own.services);
    const provider = callAs(built, DEPOSITOR);
    const fileId = await aWaitingFile(provider);
    return () => provider("deleteWaitingFile", { fileId });
  }, { job: sweeping }),
  "archiveAlarm with children": byAda(async (ask, built) => {
    const alarmId = await storeAlarm(built.store, { childCount: 2 });
    for (const subjectKey of ["a/1", "a/2"]) {
      await storeAlarm(built.store, { parentId: alarmId, subjectKey });
    }
    return () => ask("archiveAlarm", { ...at, alarmId });
  }),
  "commentAlarm": byAda(async (ask, built) => {
    const alarmId = await storeAlarm(built.store);
    return () => ask("commentAlarm", { ...at, alarmId, body: { text: "Vu" } });
  }),
  "importOutdoorDays of nine years": byAda(async (ask) => {
    const outdoorSourceId = await anOutdoorSource(ask);
    const years = [2016, 2017, 2018, 2019, 2020, 2021, 2022, 2023, 2024];
    const lines = years.map((year) => `54578001;NANCY;${year}0105;-2.0;4.0;1.0`);
    const body = ["NUM_POSTE;NOM_USUEL;AAAAMMJJ;TN;TX;TM", ...lines].join("\n");
    return () => ask("importOutdoorDays", { ...at, outdoorSourceId, body });
  }, { isRepeated: true }),
  "createTeam of more members than one commit takes": byAda(async (ask, built) => {
    const users: string[] = [];
    for (let rank = 0; rank < 210; rank++) {
      const email = `p${rank}@bailleur.fr`;
      users.push(email);
      const account = {
        email,
        forename: "",
        surname: "",
        passwordHash: "x",
        platformAdmin: false,
      };
      await built.store.atomic().set(keys.accountByEmail(email), `p${rank}`)
        .set(keys.account(`p${rank}`), { ...account, createdAt: 0 }).commit();
    }
    const body = { name: "Tous", roles: [], users, tags: [] };
    return () => ask("createTeam", { ...inOrg, body });
  }, { isRepeated: true }),
  "login": {
    async arrange(built) {
      await anAccount(built, { email: ADA });
      return () => callAs(built, ANONYMOUS)("login", { body: { email: ADA, password: PASSWORD } });
    },
  },
  "createFirstAccount": {
    async arrange(built) {
      const code = await newFirstRunCode(built.store) ?? "";
      const person = { email: ADA, password: PASSWORD, forename: "Ada", surname: "Durand", code };
      return () => callAs(built, ANONYMOUS)("createFirstAccount", { body: person });
    },
  },
  "changePassword": byAda((ask) => {
    const body = { oldpassword: PASSWORD, password: "un-autre-mot" };
    return () => ask("changePassword", { body });
  }),
  "changePassword in more sessions than one commit ends": byAda(async (ask, built) => {
    const accountId = await accountIdOf(built, ADA);
    const holder = { accountId, email: ADA, platformAdmin: false, visitorId: null };
    for (let rank = 0; rank < 310; rank++) await built.platform.tokens.issue(holder);
    const body = { oldpassword: PASSWORD, password: "un-autre-mot" };
    return () => ask("changePassword", { body });
  }, { isRepeated: true }),
  "changeEmail from a browser": byAda(async (_, built) => {
    const { token } = await signedIn(built, ADA);
    const { id } = await built.platform.sessionFor(token);
    const caller = await built.platform.identities.bySession(id);
    const body = { email: "ada@ailleurs.fr", password: PASSWORD };
    return () => callAs(built, caller)("changeEmail", { body });
  }),
  "confirmEmail of an address with mail reports": byAda(async (ask, built) => {
    const accountId = await accountIdOf(built, ADA);
    await built.store.atomic()
      .set(keys.userAlarmReport(ORG, accountId, "m1"), { ...REPORT, emails: [ADA] }).commit();
    await answerOf(
      ask("changeEmail", { body: { email: "ada@ailleurs.fr", password: PASSWORD } }),
    );
    const token = await mailedProof(built.store);
    return () => callAs(built, ANONYMOUS)("confirmEmail", { body: { token } });
  }, { isRepeated: true }),
  "resetPassword": byAda(async (_, built) => {
    const nobody = callAs(built, ANONYMOUS);
    await answerOf(nobody("askResetCode", { body: { email: ADA } }));
    const body = { email: ADA, code: await mailedCode(built.store), password: "un-autre-mot" };
    return () => nobody("resetPassword", { body });
  }),
  "removeAccount of a member with much": byAda(async (_, built) => {
    await aMemberWithMuch(built);
    const { ask } = await signedIn(built, EVE);
    return () => ask("removeAccount", { body: { password: PASSWORD } });
  }, { isRepeated: true, job: sweeping }),
  "logout of an OAuth sign-in": {
    choices: { oauth: true },
    async arrange(built) {
      await anAccount(built, { email: ADA });
      const body = {
        grant_type: "password" as const,
        client_id: "touch",
        scope: "openid",
        username: ADA,
        password: PASSWORD,
      };
      const { access_token } = await answerOf(callAs(built, ANONYMOUS)("getOAuthToken", { body }));
      const caller = await built.platform.identities.byToken(access_token, "header");
      return () => callAs(built, caller)("logout", {});
    },
  },
} satisfies Readonly<Record<string, Act>>;
