import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import {
  makeAllDocuments,
  type MakingOptions,
  setPending,
} from "@/lib/documents/document_creation.ts";
import { setDocument } from "@/lib/documents/document_index.ts";
import { mailDocuments } from "@/lib/documents/mail_jobs.ts";
import { makingRecord } from "@/lib/documents/records.ts";
import type { EquipmentRecord } from "@/lib/facilities/records.ts";
import { Versions } from "@/lib/store/cache.ts";
import { keys } from "@/lib/store/keys.ts";
import { listIds, listStored, type Store } from "@/lib/store/store.ts";
import { links } from "@/lib/ui/links.ts";
import { aHouse, aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import {
  aBoilerRoom,
  anEquipment,
  aProject,
  ORG,
  PROJECT,
  someone,
  withResidence,
  writeResidence,
} from "@/tests/helpers/a_residence.ts";
import { withSite } from "@/tests/helpers/a_site.ts";
import { answerOf, type HandClock, withStore } from "@/tests/helpers/fixtures.ts";
import { queuedMails } from "@/tests/helpers/mails.ts";
import {
  aRequest,
  askedDocuments,
  documentPath,
  pathOfEquipment,
  REQUEST,
  setToValidate,
  someDocuments,
  storedDocuments,
  writeRegisters,
} from "@/tests/helpers/some_documents.ts";

const DAY_MS = 24 * 3_600_000;
const PATH = { orgId: ORG, requestId: REQUEST };

interface Built {
  readonly store: Store;
  readonly clock: HandClock;
  readonly options: MakingOptions;
}

function withRequests(test: (built: Built) => Promise<void>): Promise<void> {
  return withStore(async (store, clock) => {
    await addResidence(store, PROJECT);
    const { now } = clock;
    await test({ store, clock, options: { store, now, versions: new Versions(store, now) } });
  });
}

async function addResidence(store: Store, id: string): Promise<void> {
  await store.atomic().set(keys.project(id), aProject()).set(keys.projectOfOrg(ORG, id), true)
    .commit();
}

async function addEquipment(store: Store, id: string, over: Partial<EquipmentRecord> = {}) {
  const record: EquipmentRecord = {
    kind: "boilerroom",
    name: id,
    code: "",
    parentId: null,
    instrumented: true,
    details: {},
    ...over,
  };
  await store.atomic().set(keys.equipment(PROJECT, id), record).commit();
}

const dates = (documents: readonly { record: { dueDate: string } }[]) =>
  documents.map(({ record }) => record.dueDate);

/** Number of places in the index. */
async function indexedCount(store: Store): Promise<number> {
  return (await listIds(store, keys.documentIndex.under(ORG))).length;
}

// @spec contracting.making
Deno.test("makeDocuments() creates one document for a residence and each due date whose window has begun", () =>
  withRequests(async ({ store, clock, options }) => {
    const made = await askedDocuments(options, { firstRequest: "2025-03-01" });
    // On 10 February 2026: last year's, and that of 1 March.
    deepStrictEqual(dates(made), ["2025-03-01", "2026-03-01"]);
    deepStrictEqual(made.map(({ record }) => record.equipmentId), [null, null]);
    strictEqual(made[0]?.record.finalDueDate, "2025-03-16");
    strictEqual(await indexedCount(store), 2);
    clock.advance(325 * DAY_MS);
    deepStrictEqual(dates(await someDocuments(options)), [
      "2025-03-01",
      "2026-03-01",
      "2027-03-01",
    ]);
  }));

Deno.test("makeDocuments() creates one for each equipment of the type's kind, and follows added and deleted equipment", () =>
  withRequests(async ({ store, clock, options }) => {
    await writeRegisters(store, {}, { equipment: "boilerroom" });
    await addEquipment(store, "e1");
    await addEquipment(store, "e2", { kind: "building" });
    const about = async () =>
      (await someDocuments(options)).map(({ record }) => record.equipmentId);
    deepStrictEqual(await about(), ["e1"]);
    await addEquipment(store, "e3");
    await store.atomic().delete(keys.equipment(PROJECT, "e1")).commit();
    clock.advance(DAY_MS);
    deepStrictEqual(await about(), ["e3"]);
    strictEqual(await indexedCount(store), 1);
  }));

Deno.test("makeDocuments() replaces awaited documents when a request changes, and leaves deposited ones", () =>
  withRequests(async ({ store, options }) => {
    const [first] = await askedDocuments(options, { firstRequest: "2025-03-01" });
    ok(first);
    await store.atomic().set(first.entry.key, { ...first.record, state: "to-valid" }).commit();
    const changed = aRequest({ firstRequest: "2026-02-15", nbDaysForNewDeadline: 90 });
    await store.atomic().set(keys.documentRequest(ORG, REQUEST), changed).commit();
    deepStrictEqual(dates(await someDocuments(options)), ["2025-03-01", "2026-02-15"]);
    const longer = { ...changed, nbDaysForNewDeadline: 10 };
    await store.atomic().set(keys.documentRequest(ORG, REQUEST), longer).commit();
    const after = await someDocuments(options);
    deepStrictEqual(after.map(({ record }) => record.finalDueDate), ["2025-03-16", "2026-02-25"]);
  }));

// @spec contracting.making
Deno.test("makeDocuments() keeps a document outside its reminder window, with its changed deadline", () =>
  withRequests(async ({ store, clock, options }) => {
    const [, made] = await askedDocuments(options, { firstRequest: "2025-03-01" });
    ok(made);
    const moved = { finalDueDate: "2026-05-01", requestFinalDueDate: "2026-05-01" };
    const path = { ...PATH, documentId: made.id };
    const change = { before: made.record, after: { ...made.record, ...moved } };
    await setDocument(store.atomic(), path, change).commit();
    const kept = async () => (await someDocuments(options)).map(({ record }) => record);
    const expected = [["2025-03-01", null], ["2026-03-01", "2026-05-01"]];
    const deadlines = async () =>
      (await kept()).map(({ dueDate, requestFinalDueDate }) => [dueDate, requestFinalDueDate]);
    // A shorter reminder.
    const changed = aRequest({ firstRequest: "2025-03-01", reminder: 1 });
    await store.atomic().set(keys.documentRequest(ORG, REQUEST), changed).commit();
    deepStrictEqual(await deadlines(), expected);
    // The clock is set back by a year, then twelve years ahead.
    clock.advance(-365 * DAY_MS);
    deepStrictEqual(await deadlines(), expected);
    clock.advance(13 * 365 * DAY_MS);
    deepStrictEqual((await deadlines()).slice(0, 2), expected);
    // A document that is no longer in its calendar is deleted, inside or outside its window.
    const other = aRequest({ firstRequest: "2026-01-15", rate: 0 });
    await store.atomic().set(keys.documentRequest(ORG, REQUEST), other).commit();
    deepStrictEqual(await deadlines(), []);
  }));

// @spec contracting.changed-calendar
Deno.test("makeDocuments() requests no past document again when the first due date moves", () =>
  withRequests(async ({ store, options }) => {
    const made = await askedDocuments(options, { firstRequest: "2023-12-01" });
    deepStrictEqual(dates(made), ["2023-12-01", "2024-12-01", "2025-12-01"]);
    // The first was late when the second was deposited; the third was abandoned.
    for (const [rank, state] of [[1, "valid"], [2, "not-transmitted"]] as const) {
      const one = made[rank];
      ok(one);
      await store.atomic().set(one.entry.key, { ...one.record, state }).commit();
    }
    const changed = aRequest({ firstRequest: "2024-01-10" });
    await store.atomic().set(keys.documentRequest(ORG, REQUEST), changed).commit();
    const after = await someDocuments(options);
    deepStrictEqual(dates(after), ["2023-12-01", "2024-12-01", "2025-12-01"]);
    deepStrictEqual(after.map(({ record }) => record.state), ["none", "valid", "not-transmitted"]);
  }));

Deno.test("makeDocuments() creates nothing for a closed request, and the documents due meanwhile once it is reopened", () =>
  withRequests(async ({ store, options }) => {
    await writeRegisters(store, { firstRequest: "2025-03-01", close: true });
    deepStrictEqual(dates(await someDocuments(options)), []);
    await writeRegisters(store, { firstRequest: "2025-03-01" });
    strictEqual((await someDocuments(options)).length, 2);
    await writeRegisters(store, { firstRequest: "2025-03-01", close: true });
    strictEqual((await someDocuments(options)).length, 2);
  }));

// @spec contracting.making
Deno.test("makeDocuments() deletes the documents of a deleted request, also of one that was pending", () =>
  withRequests(async ({ store, options }) => {
    for (const isPending of [false, true]) {
      const made = await askedDocuments(options, { firstRequest: "2010-03-01", rate: 1 });
      ok(made.length > 100);
      if (isPending) await setPending(options, { orgId: ORG, isMeant: () => true });
      await store.atomic().delete(keys.documentRequest(ORG, REQUEST)).commit();
      deepStrictEqual(await someDocuments(options), []);
      strictEqual(await indexedCount(store), 0);
      deepStrictEqual(await listIds(store, keys.documentMaking.under(ORG)), []);
    }
  }));

// @spec contracting.making
Deno.test("makeAllDocuments() creates the documents of every request where documents are managed, in one process", () =>
  withResidence(async (built) => {
    const { store, platform: { own: { services } } } = built;
    await writeRegisters(store);
    await store.atomic().set(keys.documentRequest("o2", "r9"), aRequest()).commit();
    const runs = await Promise.all([makeAllDocuments(services), makeAllDocuments(services)]);
    strictEqual(runs.filter((count) => count === null).length, 1);
    strictEqual((await storedDocuments(store)).length, 1);
    strictEqual(await makeAllDocuments(services), 1);
    await store.atomic().delete(keys.documentRequest(ORG, REQUEST)).commit();
    strictEqual(await makeAllDocuments(services), 1);
    strictEqual((await storedDocuments(store)).length, 0);
    strictEqual(await makeAllDocuments(services), 0);
  }));

/** The first and the last day that can be typed; the last one is used for "without end". */
const [FIRST, LAST] = ["1900-01-01", "9999-12-31"];
const PLACE = { projectId: PROJECT };
const DATES = { from: FIRST, to: LAST };

/** Writes every dated entity, from the first to the last day. */
function writeDated(ask: CallFunction, houseId: string) {
  const person = { name: "Ada", email: "", consent: null };
  const charge = { providerId: "v1", startDate: FIRST, endDate: LAST };
  return Promise.all([
    ask("createDisplayMessage", { ...PLACE, body: { priority: 1, ...DATES, message: "A" } }),
    ask("createHousingAlert", { ...PLACE, body: { ...DATES, message: "A", houseIds: [houseId] } }),
    ask("createOccupancy", { ...PLACE, houseId, body: { ...person, ...DATES } }),
    ask("addContractProvider", { orgId: ORG, contractId: "c1", body: charge }),
  ]);
}

/** Stores what was accepted before `forms.far-dates`: it stays shown, and its other fields editable. */
async function storeDated(store: Store): Promise<void> {
  const long = aRequest({ reminder: 3_650, nbDaysForNewDeadline: 3_650 });
  const works = { equipmentId: null, houseId: null, handler: null, reason: "Travaux" };
  const days = { from: `${FIRST}T00:00:00Z`, to: `${LAST}T23:59:00Z` };
  await store.atomic()
    .set(keys.alarmMute(PROJECT, "m1"), { ...works, ...days, accountId: "" })
    .set(keys.documentRequest(ORG, "r2"), { ...long, firstRequest: FIRST, rate: 1 })
    .set(keys.documentRequest(ORG, "r3"), { ...long, firstRequest: LAST, rate: 600 })
    .commit();
}

// @spec periods.steps, forms.far-dates
Deno.test("pages of entities dated from the first to the last day that can be typed are shown", () =>
  withSite(async (site) => {
    const features = { display: true, houseMode: 1, housesAppAlarm: true } as const;
    await writeResidence(site, { features });
    await writeRegisters(site.store);
    const roles = ["collect", "collect:documents:write", "collect:housing:alerts:write"] as const;
    const ask = await someone(site, { isAdmin: true, roles: [...roles] });
    const houseId = await aHouse(ask);
    const seriesId = await aHousingSeries(ask);
    const written = await writeDated(ask, houseId);
    deepStrictEqual(written.map((one) => one.ok), written.map(() => true), JSON.stringify(written));
    await storeDated(site.store);
    await makeAllDocuments(site.platform.own.services);
    const visitor = await site.signIn();
    const home = `/collect/${PROJECT}`;
    const works = { equipmentId: null, houseId: null, handler: null, reason: "Ravalement" };
    const days = { from: `${FIRST}T00:00:00Z`, to: `${LAST}T23:59:00Z` };
    const put = await ask("putAlarmMute", { ...PLACE, muteId: "m1", body: { ...works, ...days } });
    deepStrictEqual(put, { ok: true, answer: null });
    const paths = [
      "/home",
      "/home/documents/running",
      "/home/documents/late",
      "/home/documents/history/2026",
      "/home/contracting/requests",
      `/home/contracting/requests/${REQUEST}`,
      "/home/contracting/contracts/c1",
      "/home/alarms",
      ...[
        "",
        "/alarms",
        "/alarms/settings",
        "/display/messages",
        "/tenant-alerts",
        "/houses",
        `/houses/${houseId}`,
        `/houses/${houseId}/occupants`,
        "/houses/month",
        "/documents/running",
      ].map((path) => home + path),
      links.housingSeries({ ...PLACE, houseId }, seriesId, "daily/2026/02"),
      links.housingSeries({ ...PLACE, houseId }, seriesId, "monthly/2026"),
      links.housingSeries(PLACE, seriesId, "daily/2026/02"),
    ];
    for (const path of paths) {
      const { status } = await visitor.get(path);
      strictEqual(status, 200, `${path} ${status}: ${String(site.faults)}`);
    }
  }));

interface BuiltRooms extends TestPlatform {
  readonly ask: CallFunction;
  readonly deleted: string;
  readonly kept: string;
}

/** A document of each of two boiler rooms, within its reminder window. */
function withBoilerRooms(test: (built: BuiltRooms) => Promise<void>): Promise<void> {
  return withResidence(async (built) => {
    const roles = ["collect", "collect:documents:write"] as const;
    const ask = await someone(built, { roles });
    const deleted = await aBoilerRoom(ask, "Chaufferie Est");
    const kept = await aBoilerRoom(ask, "Chaufferie Ouest");
    await askedDocuments(built.platform.own.services, {}, { equipment: "boilerroom" });
    await test({ ...built, ask, deleted, kept });
  });
}

async function subjectsOf({ store }: BuiltRooms) {
  return (await storedDocuments(store)).map(({ record }) => [record.equipmentId, record.state]);
}

const removed = async ({ ask, deleted }: BuiltRooms) =>
  ok((await ask("deleteEquipment", { projectId: PROJECT, equipmentId: deleted })).ok);

// @spec contracting.viewer, contracting.mails
Deno.test("documents of units with one name say which building each is in: in lists, searches, the viewer and mails", () =>
  withResidence(async (built) => {
    const ask = await someone(built, { roles: ["collect", "collect:documents:write"] });
    for (const name of ["Bâtiment A", "Bâtiment B"]) {
      const parentId = await anEquipment(ask, "building", { name });
      await anEquipment(ask, "cmv", { name: "VMC", parentId });
    }
    const { services } = built.platform.own;
    await askedDocuments(services, {}, { equipment: "cmv" });
    const rows = await answerOf(ask("listDocumentsRunning", { orgId: ORG }));
    const expected = ["Bâtiment A, VMC", "Bâtiment B, VMC"];
    deepStrictEqual(rows.map(({ equipmentName }) => equipmentName).sort(), expected);
    const query = {
      orgId: ORG,
      list: "running",
      sort: "equipment:asc",
      search: "batiment",
    } as const;
    const page = await answerOf(ask("pageDocuments", query));
    deepStrictEqual(page.rows.map(({ equipmentName }) => equipmentName), expected);
    const [first] = page.rows;
    const path = documentPath(first?.id ?? "");
    const info = await answerOf(ask("getDocumentInfo", path));
    strictEqual(info.equipment?.name, "Bâtiment A, VMC");
    ok(await mailDocuments(services));
    const [mail] = await queuedMails(built.store);
    ok(mail?.letter?.kind === "documents-due");
    match(
      JSON.stringify(mail.letter.running),
      /Bâtiment A, VMC.*Bâtiment B, VMC|Bâtiment B, VMC.*Bâtiment A, VMC/,
    );
  }));

// @spec contracting.equipment-gone
Deno.test("documents awaited for an equipment are deleted with it, before any reminder", () =>
  withBoilerRooms(async (built) => {
    const { store, kept, platform: { own: { services } } } = built;
    await removed(built);
    deepStrictEqual(await subjectsOf(built), [[kept, "none"]]);
    ok(await mailDocuments(services));
    const mails = await queuedMails(store);
    strictEqual(mails.length, 2);
    for (const { letter } of mails) {
      ok(letter?.kind === "documents-due");
      strictEqual(letter.running.count, 1);
    }
  }));

// @spec contracting.equipment-gone
Deno.test("the replacement of a refused document is abandoned with its equipment, with an audit line; deposited ones stay", () =>
  withBoilerRooms(async (built) => {
    const { store, deleted, kept } = built;
    const path = await pathOfEquipment(store, deleted);
    await setToValidate(store, path);
    const body = { state: "refused", compliance: null, comment: "Illisible" } as const;
    const ada = await someone(built, {
      email: "v@bailleur.fr",
      isAdmin: true,
      roles: ["collect:documents:write", "collect:documents:validate:write"],
    });
    ok((await ada("validateDocument", { ...path, body })).ok);
    await removed(built);
    deepStrictEqual(
      (await subjectsOf(built)).toSorted(),
      [[deleted, "not-transmitted"], [deleted, "refused"], [kept, "none"]].toSorted(),
    );
    deepStrictEqual(await answerOf(ada("listDocumentsRefused", { orgId: ORG })), []);
    const { entries } = await answerOf(ada("getAudit", { orgId: ORG }));
    const line = entries.find(({ action }) => action === "dropDocuments");
    strictEqual(line?.email, null);
    strictEqual(line.subject, "Attestation d’entretien, Les Lilas, 2026-03-16");
  }));

// @spec contracting.making
Deno.test("a changed document type asks for the documents of its new kind of equipment on the same day", () =>
  withBoilerRooms(async (built) => {
    const { ask, platform: { own: { services } } } = built;
    const listed = await ask("listTypedocs", { orgId: ORG });
    const [typedoc] = listed.ok ? listed.answer : [];
    ok(typedoc);
    const { id: typedocId, organizationId: _, archived: _a, ...fields } = typedoc;
    const body = { ...fields, equipment: null };
    ok((await ask("putTypedoc", { orgId: ORG, typedocId, body })).ok);
    await someDocuments(services);
    deepStrictEqual(await subjectsOf(built), [[null, "none"]]);
  }));

// @spec contracting.making
Deno.test("an equipment is deleted although more requests are about its kind than one commit may change", () =>
  withBoilerRooms(async (built) => {
    const { store } = built;
    const request = aRequest({ close: true });
    const mark = { version: "", day: "2026-02-10", isDone: true };
    for (let from = 0; from < 1_200; from += 300) {
      const atomic = store.atomic();
      for (let rank = from; rank < from + 300; rank++) {
        atomic.set(keys.documentRequest(ORG, `many${rank}`), request)
          .set(keys.documentMaking(ORG, `many${rank}`), mark);
      }
      ok((await atomic.commit()).ok);
    }
    await removed(built);
    const making = await listStored(store, keys.documentMaking.under(ORG), makingRecord);
    // Its own documents are made again at once, those of the others by the job.
    const done = making.filter(({ record: { isDone } }) => isDone).map(({ id }) => id);
    deepStrictEqual(done, [REQUEST]);
  }));
