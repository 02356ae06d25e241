import { addDays, addMonths } from "@/lib/base/civil_dates.ts";
import { civilDateOf } from "@/lib/base/time_zones.ts";
import { makeDocuments } from "@/lib/documents/document_creation.ts";
import { setDocument } from "@/lib/documents/document_index.ts";
import { documentRecord } from "@/lib/documents/records.ts";
import { Versions } from "@/lib/store/cache.ts";
import { keys } from "@/lib/store/keys.ts";
import { openStore } from "@/lib/store/open_store.ts";
import { listStored, type Store } from "@/lib/store/store.ts";
import { links } from "@/lib/ui/links.ts";
import { tableFileLinks } from "@/lib/ui/query.ts";
import { answersByCall, type AskAnswer } from "@/tests/loading/answers_by_call.ts";
import { answersInProcess, pagesInProcess } from "@/tests/loading/app_in_process.ts";
import { costOf, text } from "@/tests/loading/cost.ts";
import { addResidences, fillStore } from "@/tests/loading/filled_store.ts";
import { measured } from "@/tests/loading/measured.ts";
import { type ReaderInProcess, withReader } from "@/tests/loading/reader_in_process.ts";

const ORG = "demo";
const RESIDENCES = 500;
const IDS = Array.from({ length: RESIDENCES }, (_, rank) => `bench-${rank}`);
const REQUESTS = 100;
/** Duration of the concurrent reads of the page, and of the pauses, ms. */
const BESIDE_MS = 60_000;
const PAUSE_MS = 500;
const GAS_PCES = 540;
const GAS_DAYS = 365;

/**
 * Fifty thousand late documents of one deadline: cost of their lists at rest and after one of them
 * moved, in this process and in another; time of `/home` during an action on all of them and during
 * an import of gas; and their file.
 */
export default async function awaited(): Promise<void> {
  let path = "";
  const fill = (kvPath: string) => fillDocuments(path = kvPath);
  await withReader(async (reader) => {
    const ask = await answersByCall(reader);
    const get = await pagesInProcess(reader);
    const home = () => get(links.residences());
    const cost = costOf(reader.asked);
    const other = await openStore(path);
    try {
      const ids = await documentIds(other);
      const count = () => ask("countDocuments", { orgId: ORG });
      const move = () => moveOne(ask, ids.pop() ?? "");
      const moveElsewhere = () => moveIn(other, ids.pop() ?? "");
      console.log(`counts: ${text(await cost(count))} at rest`);
      console.log(`  after a move: ${text(await cost(count, move))}`);
      console.log(`  after a move of another process: ${text(await cost(count, moveElsewhere))}`);
      const page = () => ask("pageDocuments", { orgId: ORG, list: "late" });
      console.log(`a page: ${text(await cost(page))} at rest`);
      console.log(`  after a move: ${text(await cost(page, move))}`);
      console.log(`/home: ${text(await cost(home))} at rest`);
      console.log(`  after a move: ${text(await cost(home, move))}`);
    } finally {
      other.close();
    }
    for (const list of ["late", "running"]) await readFile(reader, list);
    const gas = gasFile();
    await beside("an import of gas", home, async () => {
      const { lineCount } = await ask("importGasLines", { orgId: ORG, dryRun: "false", body: gas });
      return `${lineCount} lines`;
    });
    await beside("an action on all", home, (isOver) => postponeAll(ask, isOver));
  }, { fill });
}

async function moveOne(ask: AskAnswer, id: string): Promise<void> {
  const finalDueDate = addMonths(civilDateOf(Date.now()), 1);
  await ask("changeFinalDueDate", { orgId: ORG, body: { documentIds: [id], finalDueDate } });
}

async function moveIn(store: Store, documentId: string): Promise<void> {
  const path = { orgId: ORG, requestId: documentId.split(".")[0] ?? "", documentId };
  const { value } = await store.get(keys.document(ORG, path.requestId, documentId));
  const before = documentRecord.parse(value);
  const after = { ...before, requestFinalDueDate: addDays(before.dueDate, 40) };
  await setDocument(store.atomic(), path, { before, after, atMs: Date.now() }).commit();
}

async function documentIds(store: Store): Promise<string[]> {
  const all = await listStored(store, keys.document.under(ORG, "bench-0"), documentRecord);
  return all.map(({ id }) => id);
}

/** Reads a page repeatedly during some work, and prints the times. */
async function beside(
  name: string,
  read: () => Promise<unknown>,
  work: (isOver: () => boolean) => Promise<string>,
): Promise<void> {
  await read();
  const endsAt = performance.now() + BESIDE_MS;
  let isDone = false;
  const times: number[] = [];
  await measured(name, async () => {
    const working = work(() => performance.now() > endsAt).finally(() => isDone = true);
    while (!isDone) {
      const startedAt = performance.now();
      await read();
      times.push(performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    return await working;
  });
  times.sort((a, b) => a - b);
  const at = (part: number) => (times[Math.floor(part * (times.length - 1))] ?? 0).toFixed(0);
  console.log(`  /home beside it, ${times.length} times: median ${at(0.5)} ms, max ${at(1)} ms`);
}

async function postponeAll(ask: AskAnswer, isOver: () => boolean): Promise<string> {
  const finalDueDate = addDays(civilDateOf(Date.now()), 10);
  const body = { list: "late", action: "postpone", comment: "", finalDueDate } as const;
  const { id: actionId } = await ask("createDocumentAction", { orgId: ORG, body });
  for (;;) {
    const { doneCount, lineCount, state } = await ask("runDocumentAction", {
      orgId: ORG,
      actionId,
    });
    if (state === "done" || isOver()) return `${doneCount} of ${lineCount} documents`;
  }
}

/** The time until the first bytes of a list's file, and until all of it. */
async function readFile(reader: ReaderInProcess, list: string): Promise<void> {
  const answers = await answersInProcess(reader);
  const path = tableFileLinks(links.documentList(list)).semicolon;
  await measured(`the file of the ${list} documents`, async () => {
    const startedAt = performance.now();
    let [firstMs, bytes] = [0, 0];
    for await (const part of (await answers(path)).body ?? []) {
      if (bytes === 0) firstMs = performance.now() - startedAt;
      bytes += part.length;
    }
    return `${bytes} bytes, the first after ${firstMs.toFixed(0)} ms`;
  });
}

function gasFile(): string {
  const lines = ["PCE;Type;Du;Au;Volume (m3);Énergie (kWh)"];
  for (let pce = 0; pce < GAS_PCES; pce++) {
    for (let day = 0; day < GAS_DAYS; day++) {
      const [from, to] = [addDays("2025-01-01", day), addDays("2025-01-01", day + 1)];
      lines.push(`GI${String(pce).padStart(6, "0")};Publiée;${from};${to};${day};${day * 11}`);
    }
  }
  return lines.join("\n");
}

async function fillDocuments(kvPath: string): Promise<void> {
  await fillStore(kvPath);
  const store = await openStore(kvPath);
  try {
    await addResidences(store, ORG, IDS);
    for (let rank = 0; rank < REQUESTS; rank++) await makeRequest(store, `bench-${rank}`);
  } finally {
    store.close();
  }
}

/** A document of each residence, due a month ago. */
async function makeRequest(store: Store, requestId: string): Promise<void> {
  const now = Date.now;
  await store.atomic().set(keys.documentRequest(ORG, requestId), {
    projects: IDS,
    firstRequest: addMonths(civilDateOf(now()), -1),
    rate: 0,
    reminder: 60,
    nbDaysForNewDeadline: 90,
    close: false,
    providerId: "aquacontrol",
    typedocId: "bench",
    contractId: "aquacontrol",
  }).set(keys.typedoc(ORG, "bench"), {
    name: "Attestation d’entretien",
    equipment: null,
    defaultRate: 12,
    multiple: false,
    archived: false,
    values: [],
  }).commit();
  await makeDocuments({ store, versions: new Versions(store, now), now }, {
    orgId: ORG,
    requestId,
  });
}
