import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { daysBetween } from "@/lib/base/civil_dates.ts";
import { deliveryDay, demoState, seedDocuments } from "@/lib/demo/seed/documents.ts";
import { documentRecord } from "@/lib/documents/records.ts";
import { keys } from "@/lib/store/keys.ts";
import { listIds, listStored, type Store } from "@/lib/store/store.ts";
import { aProject } from "@/tests/helpers/a_residence.ts";
import { flowedBytes } from "@/tests/helpers/file_bytes.ts";
import { answerOf, NOW, withStore } from "@/tests/helpers/fixtures.ts";
import { readTags } from "@/tests/helpers/read_pdf.ts";
import { aRequest } from "@/tests/helpers/some_documents.ts";
import { wrongEntries } from "@/tests/helpers/stores.ts";
import { inDemo } from "./in_demo.ts";

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
