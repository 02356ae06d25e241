import { deepStrictEqual, notDeepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { evaluate } from "@/lib/alarms/evaluation.ts";
import { watchedResidence } from "@/lib/alarms/monitored_residence.ts";
import { type AlarmRecord, alarmRecord } from "@/lib/alarms/records.ts";
import { readWatching } from "@/lib/alarms/subject_states.ts";
import { daysBetween } from "@/lib/base/civil_dates.ts";
import { DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import { DEMO_ALARM_ID, seedAlarms } from "@/lib/demo/seed/alarms.ts";
import { deliveryDay, demoState, seedDocuments } from "@/lib/demo/seed/documents.ts";
import { DEMO_FAULTS } from "@/lib/demo/seed/faults.ts";
import { displayModeOf, seedDisplay } from "@/lib/demo/seed/messages.ts";
import { seedDemo } from "@/lib/demo/seed/seed_demo.ts";
import { demoSites } from "@/lib/demo/seed/site_table.ts";
import { simulatedReader } from "@/lib/demo/simulation/demo_series.ts";
import { siteId } from "@/lib/demo/simulation/site_series.ts";
import { VisitedSeries } from "@/lib/demo/visited_series.ts";
import { displayContactRecord, displayMessageRecord } from "@/lib/display/records.ts";
import { messagesOn } from "@/lib/display/screen_pages.ts";
import { documentRecord } from "@/lib/documents/records.ts";
import { keys } from "@/lib/store/keys.ts";
import { listIds, listStored, type Store } from "@/lib/store/store.ts";
import { CHEAP, copyDemo, type TestPlatform, withPlatform } from "@/tests/helpers/a_platform.ts";
import { aProject } from "@/tests/helpers/a_residence.ts";
import { flowedBytes } from "@/tests/helpers/file_bytes.ts";
import { answerOf, NOW, withStore } from "@/tests/helpers/fixtures.ts";
import { readTags } from "@/tests/helpers/read_pdf.ts";
import { aRequest } from "@/tests/helpers/some_documents.ts";
import { wrongEntries } from "@/tests/helpers/stores.ts";
import { inDemo } from "./in_demo.ts";

const DAY_MS = 86_400_000;
/** Days of evaluated readings, more than the age of the oldest fault of the demo. */
const DAYS = 36;
const LEVELS = ["both", "current", "old", "none"];

async function alarmsOf(store: Store, projectId: string): Promise<AlarmRecord[]> {
  const [open, closed] = await Promise.all(
    [keys.openAlarm, keys.closedAlarm].map((key) =>
      listStored(store, key.under(projectId), alarmRecord)
    ),
  );
  return [...open ?? [], ...closed ?? []]
    .filter(({ id }) => id !== DEMO_ALARM_ID).map(({ record }) => record);
}

// @spec demo.stories, demo.alarms
Deno.test("the residences of the demo have current alarms, old ones, both or none, in turn", () =>
  withStore(async (store) => {
    await seedAlarms(store, NOW);
    for (const index of demoSites().keys()) {
      const all = await alarmsOf(store, siteId(index));
      const hasCurrent = all.some(({ end }) => end === null);
      const hasOld = all.some(({ end }) => end !== null);
      const level = hasCurrent ? (hasOld ? "both" : "current") : hasOld ? "old" : "none";
      strictEqual(level, LEVELS[index % LEVELS.length], siteId(index));
    }
    ok((await listIds(store, keys.closedAlarm.under(siteId(0)))).includes(DEMO_ALARM_ID));
    ok((await listIds(store, keys.alarmComment.under(siteId(0)))).length > 2);
  }));

Deno.test("no two residences of the demo have the same open alarm", () => {
  const lasting = DEMO_FAULTS.filter(({ hours }) => hours === null);
  strictEqual(lasting.length, 14);
  strictEqual(new Set(lasting.map(({ what }) => JSON.stringify(what))).size, lasting.length);
});

/**
 * The alarms found by evaluating the readings of a residence day after day, from an empty store.
 */
async function found(built: TestPlatform, projectId: string): Promise<AlarmRecord[]> {
  const { store, platform, clock } = built;
  const reader = simulatedReader(projectId, { now: clock.now, filledMs: NOW });
  const stored = platform.own.services.seriesOf(projectId, DEFAULT_TIME_ZONE);
  const seriesOf = () => new VisitedSeries(reader, stored);
  const services = { ...platform.own.services, seriesOf };
  const residence = await watchedResidence(services, projectId);
  const atomic = store.atomic();
  for (const key of [keys.openAlarm, keys.closedAlarm]) {
    for (const id of await listIds(store, key.under(projectId))) atomic.delete(key(projectId, id));
  }
  await atomic.commit();
  // From six in the morning in Paris, to the present.
  const start = NOW - 6 * 3_600_000 - DAYS * DAY_MS;
  const instants = Array.from({ length: DAYS + 1 }, (_, day) => start + day * DAY_MS);
  for (const [day, at] of [...instants, NOW].entries()) {
    clock.advance(at - clock.now());
    // Simulated readings are not handed over by ingest.
    const version = { count: BigInt(day), versionstamp: "" };
    const guard = await readWatching(services.store, projectId);
    for (const kind of ["read", "silent"] as const) {
      await evaluate(services, residence, { kind, version, guard, before: null });
    }
  }
  return await alarmsOf(store, projectId);
}

/**
 * The compared fields: a silence ends at the next evaluation, which is once a day here. Drifts are sought on the boiler
 * rooms of the stories alone, once the store is filled.
 */
function compared(alarms: readonly AlarmRecord[]) {
  return alarms.filter(({ handler }) => handler !== "energy-drift").map((alarm) => {
    const isSilence = alarm.handler === "collect-online";
    return { ...alarm, parentId: null, end: alarm.end === null || !isSilence ? alarm.end : "over" };
  }).toSorted((a, b) => a.subjectKey < b.subjectKey ? -1 : 1);
}

// @spec alarms.evaluation
Deno.test("the alarms of the demo are exactly those that an evaluation of its readings raises", () =>
  withPlatform(async (built) => {
    const { store } = built;
    await seedDemo(store, { now: NOW, passwordCost: CHEAP });
    for (const index of demoSites().keys()) {
      const projectId = siteId(index);
      const seeded = await alarmsOf(store, projectId);
      deepStrictEqual(compared(seeded), compared(await found(built, projectId)), projectId);
    }
  }));

const DEMO = "demo";
const RANKS = Array.from({ length: 60 }, (_, index) => index + 1);

// @spec contracting.demo
Deno.test("deliveryDay() is 7 to 15 days before the due date", () => {
  const leads = new Set(
    RANKS.map((rank) => daysBetween(deliveryDay("2026-03-31", rank), "2026-03-31")),
  );
  deepStrictEqual([...leads].sort((a, b) => a - b), [7, 8, 9, 10, 11, 12, 13, 14, 15]);
});

Deno.test("demoState() awaits validation for 7 days after delivery, then every 10th document is refused, every 12th abandoned", () => {
  // Rank 9 is delivered 7 days before 8 March: on 1 March.
  strictEqual(deliveryDay("2026-03-08", 9), "2026-03-01");
  const on = (today: string) => demoState({ dueDate: "2026-03-08", rank: 9 }, today);
  strictEqual(on("2026-02-28"), "none");
  strictEqual(on("2026-03-01"), "to-valid");
  strictEqual(on("2026-03-08"), "to-valid");
  strictEqual(on("2026-03-09"), "valid");
  const ranksOf = (state: string) =>
    RANKS.filter((rank) => demoState({ dueDate: "2025-03-08", rank }, "2026-03-09") === state);
  deepStrictEqual(ranksOf("refused"), [10, 20, 30, 40, 50]);
  deepStrictEqual(ranksOf("not-transmitted"), [12, 24, 36, 48, 60]);
  strictEqual(ranksOf("valid").length, 50);
});

async function writeRequest(store: Store): Promise<void> {
  const atomic = store.atomic()
    .set(keys.typedoc(DEMO, "t1"), {
      name: "Relevé de températures",
      equipment: null,
      defaultRate: 1,
      multiple: false,
      archived: false,
      values: [{
        id: "w1",
        name: "Départ",
        type: "number",
        required: true,
        min: 60,
        max: 80,
        unit: "°C",
      }],
    })
    .set(keys.provider(DEMO, "v1"), { name: "A", emails: ["a@a.example"], archived: false })
    .set(
      keys.documentRequest(DEMO, "r1"),
      aRequest({ projects: ["p1", "p2"], rate: 1, firstRequest: "2021-03-01" }),
    );
  for (const id of ["p1", "p2"]) {
    atomic.set(keys.project(id), aProject({ orgId: DEMO }))
      .set(keys.projectOfOrg(DEMO, id), true);
  }
  await atomic.commit();
}

Deno.test("seedDocuments() gives each document its state, and updates them on another day", () =>
  withStore(async (store) => {
    await writeRequest(store);
    await seedDocuments(store, NOW);
    const stateCounts = async () => {
      const all = await listStored(store, keys.document.under(DEMO, "r1"), documentRecord);
      const counts = new Map<string, number>();
      for (const { record: { state } } of all) counts.set(state, (counts.get(state) ?? 0) + 1);
      return { all, counts };
    };
    const { all, counts } = await stateCounts();
    // March 2021 to April 2026: 62 months of 2 residences, of which 12 are refused and then replaced.
    strictEqual(all.filter(({ record }) => record.replaces === null).length, 124);
    strictEqual(counts.get("refused"), all.filter(({ record }) => record.replaces !== null).length);
    ok((counts.get("none") ?? 0) > 0);
    ok((counts.get("not-transmitted") ?? 0) > 5);
    ok(all.some(({ record }) => record.compliance === false));
    const index = await listIds(store, keys.documentIndex.under(DEMO, "awaited"));
    strictEqual(index.length, (counts.get("none") ?? 0) + (counts.get("from-refused") ?? 0));
    await seedDocuments(store, NOW);
    deepStrictEqual((await stateCounts()).counts, counts);
    await seedDocuments(store, NOW + 365 * 86_400_000);
    const later = await stateCounts();
    strictEqual(later.all.filter(({ record }) => record.replaces === null).length, 148);
    deepStrictEqual(await wrongEntries(store), []);
  }));

Deno.test("documents of the demo: two registers and a sweep are late, a third register was deposited yesterday with a failing value", () =>
  inDemo("landlord", async (ask) => {
    const listed = await answerOf(ask("listDocumentsLate", { orgId: DEMO }));
    const late = new Set(
      listed.map(({ requestId, projectId }) => `${requestId} ${projectId}`),
    );
    for (
      const one of [
        "aquacontrol-carnet-sanitaire p04",
        "aquacontrol-carnet-sanitaire p12",
        "ramonage-du-littoral-ramonage p10",
      ]
    ) ok(late.has(one), one);
    const deposited = await answerOf(ask("listDocumentsToValidate", { orgId: DEMO }));
    const found = deposited.find(({ requestId, projectId }) =>
      requestId === "aquacontrol-carnet-sanitaire" && projectId === "p22"
    );
    strictEqual(found?.uploadDate?.slice(0, 10), "2026-02-09");
    strictEqual(found?.compliance, false);
  }));

// @spec contracting.demo
Deno.test("each deposited document of the demo opens the same small tagged page in French", () =>
  inDemo("landlord", async (ask) => {
    const read = async (requestId: string, documentId: string) => {
      const pdf = await ask("getDocumentPdf", { orgId: DEMO, requestId, documentId });
      return pdf.ok ? pdf.answer : pdf.code;
    };
    const [awaited, valid, toValidate] = await Promise.all([
      ask("listDocumentsRunning", { orgId: DEMO }),
      ask("listDocumentsHistory", { orgId: DEMO, year: "2025" }),
      ask("listDocumentsToValidate", { orgId: DEMO }),
    ]);
    ok(awaited.ok && valid.ok && toValidate.ok);
    const [first] = awaited.answer;
    ok(first !== undefined);
    strictEqual(await read(first.requestId, first.id), "not-found");
    const deposited = [...valid.answer, ...toValidate.answer]
      .filter(({ uploadDate }) => uploadDate !== null);
    ok(deposited.length > 20);
    const answers = await Promise.all(deposited.map((one) => read(one.requestId, one.id)));
    deepStrictEqual(answers.filter((one) => typeof one === "string"), []);
    const [answer] = answers;
    ok(answer !== undefined && typeof answer !== "string");
    strictEqual(answer.fileName, "document-de-demonstration.pdf");
    ok(answer.size !== null && answer.size < 20_000);
    const { title, language, isMarked, pages } = await readTags(await flowedBytes(answer));
    deepStrictEqual([title, language, isMarked], ["Attestation de démonstration", "fr-FR", true]);
    deepStrictEqual(pages[0]?.slice(0, 2).map(([, text]) => text.slice(0, 26)), [
      "Attestation d’intervention",
      "Exemple de la démonstratio",
    ]);
  }));

const TODAY = "2026-02-10";

// @spec display.demo
Deno.test("the demo has residences without a screen, with messages of the day, and with contacts only", () =>
  withStore(async (store) => {
    await seedDisplay(store, NOW);
    const counts = { "none": 0, "normal": 0, "no-current": 0 };
    for (const index of demoSites().keys()) {
      const mode = displayModeOf(index);
      counts[mode]++;
      const [messages, contacts] = await Promise.all([
        listStored(store, keys.displayMessage.under(siteId(index)), displayMessageRecord),
        listStored(store, keys.displayContact.under(siteId(index)), displayContactRecord),
      ]);
      const all = messages.map(({ record }) => record);
      // B §9 "display priorities 1 to 3".
      const shown = messagesOn(all, TODAY).map(({ priority }) => priority);
      deepStrictEqual(shown.toSorted(), mode === "normal" ? [1, 2, 3] : []);
      strictEqual(all.length > 0, mode !== "none");
      strictEqual(contacts.length > 0, mode !== "none");
    }
    deepStrictEqual(Object.values(counts).map((count) => count >= 7), [true, true, true]);
  }));

// @spec reports.demo
Deno.test("residence of the demo has reports whose figures, references and means are plausible", () =>
  inDemo("landlord", async (ask) => {
    const { houses, mean } = await answerOf(
      ask("getConsumptionAnalysis", { projectId: "p01", month: "2026-01" }),
    );
    ok(houses.length >= 11);
    const whole = houses.find(({ notices }) => notices.length === 0);
    ok(whole, "one was read whole, as it was a year before");
    for (const item of whole.items) {
      const { kind, value, reference, previousYear, cost } = item;
      ok(value !== null && reference !== null && previousYear !== null, kind);
      strictEqual(cost !== null, kind !== "temp", kind);
      ok(item.mean !== null, kind);
      // Between half and twice the reference.
      ok(value > reference / 2 && value < reference * 2, `${kind}: ${value}, ${reference}`);
    }
    strictEqual(mean.length, whole.items.length);
    const none = await ask("getConsumptionAnalysis", { projectId: "p02", month: "2026-01" });
    strictEqual(none.ok ? "" : none.code, "consumption-reports-off");
  }));

// @spec reports.demo, reports.uses
Deno.test("residence of the demo measures the lighting of its dwellings, as a part of their electricity", () =>
  inDemo("landlord", async (ask) => {
    const found = await answerOf(
      ask("getConsumptionAnalysis", { projectId: "p04", month: "2026-01" }),
    );
    const whole = found.houses.find(({ notices }) => notices.length === 0);
    const item = (kind: string) => whole?.items.find((one) => one.kind === kind);
    const [lights, electricity] = [item("lights"), item("electricity")];
    ok(lights?.value && lights.reference && electricity?.value);
    deepStrictEqual([lights.isPart, electricity.isPart], [true, false]);
    ok(lights.value > lights.reference / 2 && lights.value < lights.reference * 2);
    ok(lights.value < electricity.value / 4, `${lights.value} of ${electricity.value} kWh`);
  }));

const OPTIONS = { now: NOW, passwordCost: CHEAP };

async function valuesOf(store: Store): Promise<unknown[]> {
  return (await Array.fromAsync(store.list({ prefix: [] }))).map(({ value }) => value);
}

Deno.test("copyDemo() copies what it wrote first, and each copy is independent", () =>
  withPlatform(({ platform: { own: { services: first } } }) =>
    withPlatform(async ({ platform: { own: { services: second } } }) => {
      await copyDemo(first, OPTIONS);
      const values = await valuesOf(first.store);
      ok(values.length > 5_000, `${values.length} entries`);
      for await (const { key } of first.store.list({ prefix: keys.org.under() })) {
        await first.store.atomic().set(key, { name: "Autre" }).commit();
      }
      notDeepStrictEqual(await valuesOf(first.store), values);
      await copyDemo(second, OPTIONS);
      deepStrictEqual(await valuesOf(second.store), values);
    })
  ));
