import { deepStrictEqual, match, ok, rejects, strictEqual } from "node:assert/strict";
import { newEmailChange } from "@/lib/accounts/own_account.ts";
import { atRest } from "@/lib/alarms/subject_evaluation.ts";
import { faultOfEntry } from "@/lib/app/stored_kinds.ts";
import { sweep, sweepRetired } from "@/lib/app/sweep.ts";
import { seedDemo } from "@/lib/demo/seed/seed_demo.ts";
import { newCode } from "@/lib/identity/mailed_codes.ts";
import { ProviderLinks } from "@/lib/identity/provider_links.ts";
import { noteTaken } from "@/lib/ingest/receive.ts";
import { keys, RETIRED_KEYS } from "@/lib/store/keys.ts";
import { MUTATIONS_PER_COMMIT, type Store } from "@/lib/store/store.ts";
import { IdempotencyStore } from "@/lib/web/form_store.ts";
import { anOwner } from "@/tests/helpers/a_made_life.ts";
import { CHEAP, type TestPlatform, withPlatform } from "@/tests/helpers/a_platform.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";
import { storeAlarm } from "@/tests/helpers/some_alarms.ts";

/** A read with its key and its schema next to each other. */
const READ =
  /\b(?:readEntry|readEntries|listEntries|readLive)\(\s*[\w.]+,\s*(?:\{ prefix: )?keys\.(\w+)(?:\.under)?\((?:[^()]|\([^()]*\))*\)(?: \})?,\s*([\w.]+(?:\([\w.]*\))?)/g;
/** The schema may be of a file imported whole. */
const ENTRY = /^ {2}(\w+): (?:by|entity)\((?:keys\.\1, )?(?:(?!z\.)\w+\.)?([\w.]+)[,)]/gm;
/** Schemas with the same type of text: the name in the table, and the name used by readers. */
const ALIASES: Readonly<Record<string, string>> = {
  accountId: "z.string()",
  id: "z.string()",
  text: "z.string()",
  mark: "z.literal(true)",
  // A mail of a kind that an area declares.
  knownMail: "mailRow",
  // Where a meter is: the part of an equipment that its rate depends on.
  placed: "equipmentRecord",
};

async function* sources(folder: URL): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const url = new URL(name, folder);
    if (isDirectory) yield* sources(new URL(`${name}/`, folder));
    else if (name.endsWith(".ts")) yield await Deno.readTextFile(url);
  }
}

Deno.test("faultOfEntry() checks a value by the schema that its readers use", async () => {
  const folder = new URL("../../lib/", import.meta.url);
  const tables = await Array.fromAsync(sources(folder));
  const checked = new Map(
    tables.flatMap((table) => [...table.matchAll(ENTRY)]).map(([, family = "", schema = ""]) =>
      [family, ALIASES[schema] ?? schema] as const
    ),
  );
  let reads = 0;
  const others: string[] = [];
  for await (const source of sources(folder)) {
    for (const [, family = "", schema = ""] of source.matchAll(READ)) {
      // Existence checks do not parse the value.
      if (schema === "z.unknown()") continue;
      const parsedBy = ALIASES[schema] ?? schema;
      if (parsedBy !== checked.get(family)) others.push(`${family} ${parsedBy}`);
      reads++;
    }
  }
  deepStrictEqual(others, []);
  ok(reads > 60, `only ${reads} reads were found`);
});

/**
 * Families that neither of them writes: answers of another host, faults, leases, and stores of
 * other kinds.
 */
const ELSEWHERE = [
  "session",
  "first_run_code",
  "document_reminded",
  "document_news",
  "waiting_files",
  "document_mail",
  "found_drift",
  "residence_figures",
  "settlement",
  "station_days",
  "station_fetch",
  "station_source",
  "report_mailed",
  "imported_series",
  "column_choice",
  "unknown_source",
  "recent_arrival",
  "refused_sources",
  "points",
  "series_days",
  "series_months",
  "project_year",
  "purge_line",
  "alarm_mail",
  "webhook_post",
  "webhook_failure",
  "mail_refusal",
  "queued_report",
  "report_order",
  "report_order_houses",
  "gas_pce_owner",
  "cache",
  "outbox_failed",
  "lease",
  "job_run",
  "mqtt_state",
  "probe",
  "visitor",
];

Deno.test("faultOfEntry() accepts one entry of each family written by the demo and by an organisation's life", async () => {
  const families = new Set<unknown>();
  const check = async (store: Store) => {
    for await (const entry of store.list({ prefix: [] })) {
      strictEqual(faultOfEntry(entry), null);
      families.add(entry.key[0]);
    }
  };
  await withStore(async (store) => {
    await seedDemo(store, { now: Date.UTC(2026, 1, 11), passwordCost: CHEAP });
    await check(store);
  });
  await withPlatform(async (built) => {
    await anOwner(built, "ada@bailleur.fr");
    await writeCodesAndUplink(built);
    await writeAlarms(built);
    await check(built.store);
  });
  const unwritten = Object.values(keys).map(({ doc }) => doc.name);
  deepStrictEqual(unwritten.filter((name) => !families.has(name)), ELSEWHERE);
});

/** Entries that expire, which the life of calls does not leave behind. */
async function writeCodesAndUplink({ store, clock }: TestPlatform): Promise<void> {
  const atomic = store.atomic();
  newCode("ada@bailleur.fr", "reset", clock.now()).keep(atomic);
  newCode("bob@bailleur.fr", "invitation", clock.now()).keep(atomic);
  newEmailChange({ accountId: "a1", email: "bob@bailleur.fr" }, clock.now()).keep(atomic);
  const providerLinks = new ProviderLinks(store, clock.now, 30);
  const link = providerLinks.create("lea@thermalia.example", { requested: true });
  link.keep(atomic);
  await atomic.commit();
  await providerLinks.open(link.token);
  await new IdempotencyStore(store, clock.now).take({
    rendering: "a-rendering",
    content: "a-form",
  });
  await noteTaken(store, { projectId: "p1", deduplicationId: "d1", nowMs: clock.now() });
}

/** Entries written by evaluations, and by users about alarms. */
async function writeAlarms({ store }: TestPlatform): Promise<void> {
  const end = "2026-01-16T08:00:00.000Z";
  const alarmId = await storeAlarm(store, { end });
  await storeAlarm(store, { subjectKey: "collect-online/s2" });
  await store.atomic()
    .set(keys.alarmComment("p1", alarmId, "c1"), { accountId: "a1", date: end, text: "Vu" })
    .set(keys.alarmWatch("p1", "collect-online/s2"), atRest("collect-online/s2"))
    .set(keys.alarmRest("p1", 0), [{ key: "boilerroom-circuit/c1/out", seenS: 1, seenValue: 20 }])
    .set(keys.alarmWatching("p1"), { restParts: 1 })
    .commit();
}

Deno.test("faultOfEntry() names an unknown key, and an invalid field", () => {
  strictEqual(faultOfEntry({ key: ["org"], value: {} }), "Unknown key: org");
  strictEqual(faultOfEntry({ key: ["nothing", 1], value: {} }), "Unknown key: nothing/1");
  strictEqual(faultOfEntry({ key: keys.org("o1"), value: { name: "Les Tilleuls" } }), null);
  match(
    faultOfEntry({ key: keys.org("o1"), value: { name: 3 } }) ?? "",
    /^org\/o1: name Invalid input: expected string, received number$/,
  );
  match(
    faultOfEntry({ key: keys.points("p", "s", 1, 2), value: new Uint8Array(9) }) ?? "",
    /^points\/p\/s\/1\/2: A series value does not match its CRC$/,
  );
});

Deno.test("sweep() deletes expired entries of each kind although two of them fail", () =>
  withStore(async (store, { now }) => {
    // An unreadable report, and a line of an audit log of six years ago.
    const line = keys.audit("platform", Date.parse("2020-01-01T00:00:00Z"), "a1");
    await store.atomic().set(keys.queuedReport("a1", "r1"), { createdAt: 7 }).set(line, {})
      .commit();
    let isSwept = false;
    const sweepFiles = () => {
      isSwept = true;
      return Promise.reject(new Error("no such folder"));
    };
    await rejects(
      sweep({ store, now, sweepFiles }),
      /^AggregateError: 2 of the removals failed: queued_report\/a1\/r1: .*; broken deposits: Error: no such/,
    );
    strictEqual(isSwept, true);
    strictEqual((await store.get(line)).versionstamp, null);
  }));

Deno.test("sweepRetired() deletes the entries of older versions, which kv:check accepts", () =>
  withStore(async (store) => {
    for (let rank = 0; rank <= MUTATIONS_PER_COMMIT; rank++) {
      const key = ["provider_of_project", "p1", `v${rank}`];
      await store.atomic().set(key, { name: "Thermalia" }).commit();
    }
    await store.atomic().set(["clock_mark"], 1_790_000_000).commit();
    const kept = keys.provider("o1", "v1");
    await store.atomic().set(kept, { name: "Thermalia", emails: [], archived: false }).commit();
    const entries = () => Array.fromAsync(store.list({ prefix: [] }));
    strictEqual((await entries()).find((entry) => faultOfEntry(entry) !== null), undefined);
    await sweepRetired(store);
    deepStrictEqual((await entries()).map(({ key }) => key), [kept]);
    match(faultOfEntry({ key: ["provider_of_site", "p1"], value: 1 }) ?? "", /Unknown key/);
  }));

Deno.test("RETIRED_KEYS lists no family that is still written", () => {
  const written = new Set(Object.values(keys).map(({ doc }) => doc.name));
  deepStrictEqual(RETIRED_KEYS.filter(({ doc }) => written.has(doc.name)), []);
});
