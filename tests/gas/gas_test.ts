import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { sourcesRecord } from "@/lib/facilities/records.ts";
import { claimPce } from "@/lib/gas/delivery_points.ts";
import { gasPceRecord } from "@/lib/gas/records.ts";
import type { Role } from "@/lib/identity/roles.ts";
import { NO_FEATURES } from "@/lib/residences/records.ts";
import type { GasImport } from "@/lib/gas/schema.ts";
import { keys } from "@/lib/store/keys.ts";
import { readEntry } from "@/lib/store/store.ts";
import { signedIn, type TestPlatform } from "@/tests/helpers/a_platform.ts";
import { aProject, ORG, PROJECT, someone } from "@/tests/helpers/a_residence.ts";
import { seriesDraft, sourcesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf, codeOfCall } from "@/tests/helpers/fixtures.ts";
import {
  FILE,
  imported,
  OTHER,
  PCE,
  pces,
  type Place,
  refusedYear,
  withPlace,
  year,
} from "./some_lines.ts";

/** The report of an import, without what is 0. */
function counted(over: Partial<GasImport>): GasImport {
  const counts = { insertedCount: 0, replacedCount: 0, unchangedCount: 0 };
  return { lineCount: 0, ...counts, ignoredCount: 0, refusedCount: 0, errors: [], ...over };
}

/** Lines of a file that were inserted, and replaced; then the number and the fault of each one left out. */
async function counts(ask: CallFunction, file: string) {
  const { insertedCount, replacedCount, errors } = await imported(ask, file);
  const faults = errors.map(({ line, fault }) => `${line} ${fault}`);
  return [insertedCount, replacedCount, faults.join(", ")];
}

Deno.test("importGasLines stores the lines of a file, each in the year of its last gas day, and repeating it changes nothing", () =>
  withPlace(async ({ admin }) => {
    const report = counted({ lineCount: 3, insertedCount: 3 });
    deepStrictEqual(await imported(admin, FILE, { pce: PCE, dryRun: "true" }), report);
    deepStrictEqual(await year(admin, "2024"), []);
    deepStrictEqual(await imported(admin, FILE, { pce: PCE }), report);
    deepStrictEqual(await imported(admin, FILE, { pce: PCE }), {
      ...report,
      insertedCount: 0,
      unchangedCount: 3,
    });
    const lines = await year(admin, "2024");
    deepStrictEqual(lines.map(({ toDate }) => toDate), ["2024-01-23", "2024-01-17"]);
    deepStrictEqual(lines[0], {
      fromDate: "2024-01-01",
      toDate: "2024-01-23",
      informative: false,
      fromIndex: 771,
      toIndex: 951,
      volume: 180,
      energy: 2032,
      factorPta: 0.968,
      factorPcs: 11.66,
      factorConversion: 11.29,
    });
    const before = await year(admin, "2023");
    deepStrictEqual(before.map(({ energy }) => energy), [1931]);
  }));

Deno.test("importGasLines replaces a corrected line, and listGasPces returns the last index", () =>
  withPlace(async ({ admin }) => {
    await imported(admin, FILE, { pce: PCE });
    const corrected = FILE.replace("951;180;2032", "952;181;2043");
    deepStrictEqual(
      await imported(admin, corrected, { pce: PCE }),
      counted({ lineCount: 3, replacedCount: 1, unchangedCount: 2 }),
    );
    const [point, ...others] = await pces(admin);
    deepStrictEqual(others, []);
    deepStrictEqual([point?.pce, point?.name, point?.projectName, point?.last], [
      PCE,
      "Chaufferie nord",
      "Les Lilas",
      { date: "2024-01-23", index: 952 },
    ]);
  }));

// @spec imports.units
Deno.test("importGasLines converts the units of its headings, and refuses those that do not convert", () =>
  withPlace(async ({ admin }) => {
    const heading = "Type;Du;Au;Index de début (L);Index de fin (l);Volume (m3);Énergie (MWh)";
    const line = "Publiée;01/01/2024;23/01/2024;771000;951000;180;2,032";
    await imported(admin, `${heading}\n${line}\n`, { pce: PCE });
    const lines = await year(admin, "2024");
    deepStrictEqual(
      lines.map(({ fromIndex, toIndex, volume, energy }) => [fromIndex, toIndex, volume, energy]),
      [[771, 951, 180, 2_032]],
    );
    const wrong = heading.replace("MWh", "m3");
    const report = await imported(admin, `${wrong}\n${line}\n`, { pce: PCE });
    deepStrictEqual(report.errors, [{ line: 2, fault: "unit", units: { from: "m3", to: "kWh" } }]);
    strictEqual(report.replacedCount, 0);
  }));

// @spec imports.line-counts
Deno.test("importGasLines counts each line once: repeated, first indexes, invalid and stored ones", () =>
  withPlace(async ({ admin }) => {
    await imported(admin, FILE, { pce: PCE });
    const [heading = "", ...stored] = FILE.trimEnd().split("\n");
    const file = [
      heading,
      ...stored,
      "",
      "Publiée;23/01/2024;23/02/2024;951;;60;;;;",
      "Publiée;hier;23/02/2024;951;;60;;;;",
      "Publiée;23/01/2024;23/02/2024;;1011;;677;;;",
    ];
    const report = await imported(admin, file.join("\n"), { pce: PCE });
    // The two lines of one period are one line, with the figures of both.
    deepStrictEqual(
      report,
      counted({
        lineCount: 6,
        insertedCount: 1,
        unchangedCount: 3,
        ignoredCount: 1,
        refusedCount: 1,
        errors: [
          { line: 6, fault: "repeated", repeatedAt: 8 },
          { line: 7, fault: "from-date" },
        ],
      }),
    );
    const lines = await year(admin, "2024");
    const [{ fromIndex, toIndex, volume, energy } = {}] = lines;
    deepStrictEqual([fromIndex, toIndex, volume, energy], [951, 1011, 60, 677]);
    // The first index begins the line of the second one.
    const indexes =
      "Date de relevé;Index (m3)\n01/03/2024;1011\n01/04/2024;1040\n01/04/2024;1040\n";
    const inserted = { lineCount: 3, insertedCount: 1, ignoredCount: 1, refusedCount: 1 };
    deepStrictEqual(
      await imported(admin, indexes, { pce: OTHER }),
      counted({ ...inserted, errors: [{ line: 4, fault: "period" }] }),
    );
  }));

// @spec imports.absent-unchanged
Deno.test("importGasLines leaves the figures of a line's empty cells and absent columns unchanged", () =>
  withPlace(async ({ admin }) => {
    await imported(admin, FILE, { pce: PCE });
    const known = await year(admin, "2024");
    const empty =
      "Type;Du;Au;Index de début (m³);Index de fin (m³);Volume (m³);Énergie (kWh);PTA\n" +
      "Publiée;01/01/2024;23/01/2024;;;;;\n";
    const untouched = await imported(admin, empty, { pce: PCE });
    deepStrictEqual([untouched.replacedCount, untouched.unchangedCount], [0, 1]);
    deepStrictEqual(await year(admin, "2024"), known);
    await imported(admin, "Type;Du;Au;Volume (m³)\nPubliée;01/01/2024;23/01/2024;181\n", {
      pce: PCE,
    });
    const lines = await year(admin, "2024");
    deepStrictEqual(lines, [{ ...known[0], volume: 181 }, known[1]]);
    // Indexes without energy: 951 − 771 = 180 m³ over the same days.
    await imported(admin, "Date de relevé;Index (m³)\n01/01/2024;771\n23/01/2024;951\n", {
      pce: PCE,
    });
    deepStrictEqual(await year(admin, "2024"), known);
    const listed = await pces(admin);
    deepStrictEqual(listed[0]?.last, { date: "2024-01-23", index: 951 });
  }));

Deno.test("importGasLines reports each line left out, and refuses any other kind of file", () =>
  withPlace(async ({ admin }) => {
    const body = `PCE;Type;Du;Au;Volume (m³);Énergie (kWh)
123;Publiée;01/01/2024;02/01/2024;1;11
${PCE};Autre;01/01/2024;02/01/2024;1;11
${PCE};Publiée;31/02/2024;02/03/2024;1;11
${PCE};Publiée;01/01/2024;;1;11
${PCE};Publiée;02/01/2024;01/01/2024;1;11
${PCE};Publiée;01/02/2026;11/02/2026;1;11
${PCE};Publiée;01/01/2024;02/01/2024;un;11
${PCE};Publiée;01/01/2024;02/01/2024;1 204,5;
${PCE};Publiée;01/02/2026;10/02/2026;1;11
${PCE};Publiée;01/12/1999;01/01/2000;1;11
${PCE};Publiée;31/12/1999;02/01/2000;1;11
`;
    // The test takes place on 10 February 2026. The last gas day of line 11 is in 1999: no page shows it.
    const faults = "2 pce, 3 type, 4 from-date, 5 to-date, 6 period, 7 future, 8 number, 11 past";
    deepStrictEqual(await counts(admin, body), [3, 0, faults]);
    const lines = await year(admin, "2024");
    deepStrictEqual(lines.map((line) => [line.volume, line.energy]), [[1204.5, null]]);
  }));

Deno.test("importGasLines computes a published line of each index from the previous one", () =>
  withPlace(async ({ admin }) => {
    const body = `PCE;Date de relevé;Index (m³);Énergie (kWh)
${PCE};01/03/2024;1 100,5;1682
${PCE};01/01/2024;771;
${PCE};01/02/2024;951;2032
${PCE};01/04/2024;12;
${PCE};01/04/2024;13;
${PCE};;14;
${PCE};01/05/2024;;
123;01/05/2024;1;
${PCE};01/05/2030;1;
${PCE};01/05/1924;1;
`;
    const faults = "5 index, 6 period, 7 date, 8 index, 9 pce, 10 future, 11 past";
    deepStrictEqual(await counts(admin, body), [2, 0, faults]);
    const lines = await year(admin, "2024");
    // 1 100.5 − 951, then 951 − 771.
    deepStrictEqual(
      lines.map(({ fromDate, toDate, informative, fromIndex, toIndex, volume, energy }) => [
        [fromDate, toDate, informative],
        [fromIndex, toIndex, volume, energy],
      ]),
      [
        [["2024-02-01", "2024-03-01", false], [951, 1100.5, 149.5, 1682]],
        [["2024-01-01", "2024-02-01", false], [771, 951, 180, 2032]],
      ],
    );
  }));

// @spec gas.import
Deno.test("importGasLines counts the first index of a file from the last published one, with each month in a separate file", () =>
  withPlace(async ({ admin }) => {
    const head = "PCE;Date de relevé;Index (m³);Énergie (kWh)";
    const countsOf = (...rows: string[]) => counts(admin, [head, ...rows, ""].join("\n"));
    const first = `${PCE};01/12/2023;771;`;
    deepStrictEqual(await countsOf(first), [0, 0, "2 first-index"]);
    deepStrictEqual(await countsOf(first, `${PCE};01/01/2024;951;2032`), [1, 0, ""]);
    const days = "PCE;Type;Du;Au;Index de fin (m³)\n" +
      `${PCE};Informative;18/01/2024;19/01/2024;999\n`;
    await imported(admin, days);
    // 1 100 − 951, from 1 January: the index of a gas day is not that of a reading.
    deepStrictEqual(await countsOf(`${PCE};01/02/2024;1100;1682`), [1, 0, ""]);
    // Repeated, and with another file about a known day: its line is unchanged.
    deepStrictEqual(await countsOf(`${PCE};01/02/2024;1100;`), [0, 0, ""]);
    deepStrictEqual(await countsOf(`${PCE};01/03/2024;12;`), [0, 0, "2 index"], "another meter");
    const lines = await year(admin, "2024");
    deepStrictEqual(
      lines.filter(({ informative }) => !informative)
        .map(({ fromDate, toDate, volume, energy }) => [fromDate, toDate, volume, energy]),
      [["2024-01-01", "2024-02-01", 149, 1682]],
    );
  }));

function aReader(built: TestPlatform): Promise<CallFunction> {
  return someone(built, { email: "lea@bailleur.fr", roles: ["collect:boilerroom:read"] });
}

Deno.test("delivery point is readable by those who read its boiler room, and writable by those who set it up", () =>
  withPlace(async ({ built, admin }) => {
    await writeNeighbour(built);
    await imported(admin, FILE, { pce: PCE });
    const reader = await aReader(built);
    const read = await year(reader, "2024");
    strictEqual(read.length, 2);
    strictEqual(
      await codeOfCall(reader("importGasLines", { orgId: ORG, body: FILE, pce: PCE })),
      "forbidden",
    );
    strictEqual(await refusedYear(reader, OTHER), "not-found");
    const elsewhere = await someone(built, { email: "eve@bailleur.fr" });
    strictEqual(await codeOfCall(elsewhere("listGasPces", { orgId: ORG })), "forbidden");
    const writes = { email: "tom@bailleur.fr", roles: ["collect:boilerroom:write" as const] };
    const { errors } = await imported(await someone(built, writes), FILE, { pce: OTHER });
    deepStrictEqual(errors.map(({ fault }) => fault), Array(3).fill("pce-unknown"));
  }));

Deno.test("an administrator's import declares a delivery point that no boiler room names; readers do not see it", () =>
  withPlace(async ({ built, admin }) => {
    await imported(admin, FILE, { pce: OTHER });
    const numbers = async (ask: CallFunction) =>
      (await pces(ask)).map(({ pce, projectId }) => [pce, projectId]);
    deepStrictEqual(await numbers(admin), [[PCE, PROJECT], [OTHER, null]]);
    const reader = await aReader(built);
    deepStrictEqual(await numbers(reader), [[PCE, PROJECT]]);
    strictEqual(await refusedYear(reader, OTHER), "not-found");
  }));

Deno.test("importGasLines names the lines beyond those that a year can have, and their year", () =>
  withPlace(async ({ admin }) => {
    const head = "Type;Du;Au;Volume\n";
    const rows = Array.from({ length: 501 }, (_, rank) => {
      const month = String(rank % 12 + 1).padStart(2, "0");
      const [from, to] = [1 + Math.floor(rank / 12) % 14, 15 + Math.floor(rank / 168) % 14];
      return `Publiée;${from}/${month}/2024;${to}/${month}/2024;1\n`;
    });
    const file = head + rows.join("") + "Publiée;1/01/2023;15/01/2023;1\n";
    const report = counted({
      lineCount: 502,
      insertedCount: 501,
      refusedCount: 1,
      errors: [{ line: 502, fault: "year-full", year: 2024 }],
    });
    deepStrictEqual(await imported(admin, file, { pce: PCE, dryRun: "true" }), report);
    deepStrictEqual(await imported(admin, file, { pce: PCE }), report);
    const lines = await year(admin, "2024");
    strictEqual(lines.length, 500);
    deepStrictEqual(await imported(admin, file, { pce: PCE }), {
      ...report,
      insertedCount: 0,
      unchangedCount: 501,
    });
  }));

/** A second residence of the organisation, with a user who may write there only. */
async function withNeighbour(
  test: (place: Place & { neighbour: CallFunction; room: string }) => Promise<void>,
): Promise<void> {
  await withPlace(async (place) => {
    const { built, admin } = place;
    await imported(admin, FILE, { pce: PCE });
    await writeNeighbour(built);
    const neighbour = await aWriter(built, "tom@bailleur.fr");
    await test({ ...place, neighbour, room: await aRoom(neighbour, P2) });
  });
}

const P2 = "p2";

async function writeNeighbour({ store }: TestPlatform): Promise<void> {
  await store.atomic()
    .set(keys.project(P2), aProject({ name: "Cité Jean-Moulin" }))
    .set(keys.projectFeatures(P2), NO_FEATURES)
    .set(keys.projectOfOrg(ORG, P2), true)
    .commit();
}

/** Someone who may write to the boiler rooms of a residence only. */
async function aWriter(built: TestPlatform, email: string, projectId = P2): Promise<CallFunction> {
  const ask = await someone(built, { email });
  await grant(built, email, projectId);
  return ask;
}

async function idOf({ store }: TestPlatform, email: string): Promise<string> {
  return String((await store.get(keys.accountByEmail(email))).value);
}

async function grant(
  built: TestPlatform,
  email: string,
  projectId: string,
  roles: readonly Role[] = ["collect:boilerroom:write"],
): Promise<void> {
  const accountId = await idOf(built, email);
  await built.store.atomic()
    .set(keys.roles(projectId, accountId), roles)
    .set(keys.rolesOfAccount(accountId, projectId), true)
    .commit();
  await built.platform.versions.bump([
    { kind: "org", id: ORG },
    { kind: "project", id: projectId },
  ]);
}

async function aRoom(ask: CallFunction, projectId: string): Promise<string> {
  const settings = { name: "Chaufferie sud", code: "" };
  const body = { kind: "boilerroom", instrumented: true, parentId: null, settings } as const;
  return (await answerOf(ask("addEquipment", { projectId, body }))).id;
}

async function naming(
  ask: CallFunction,
  gazPce: string | null,
  projectId: string,
  boilerRoomId: string,
) {
  const series = await answerOf(ask("createDataseries", {
    projectId,
    body: seriesDraft({ dataUnitId: "GAZV", equipmentId: boilerRoomId }),
  }));
  const body = sourcesDraft({ sourceType: series.id, gazPce });
  const put = await ask("putEfficiencySources", { projectId, boilerRoomId, body });
  return put.ok ? "ok" : put.code;
}

Deno.test("putEfficiencySources refuses a number of another residence, whose lines stay neither readable nor writable", () =>
  withNeighbour(async ({ admin, neighbour, room }) => {
    strictEqual(await naming(neighbour, PCE, P2, room), "pce-taken");
    deepStrictEqual(await pces(neighbour), []);
    strictEqual(await refusedYear(neighbour), "not-found");
    const report = await imported(neighbour, FILE.replace("2032", "1"), { pce: PCE });
    strictEqual(report.insertedCount + report.replacedCount, 0);
    const lines = await year(admin, "2024");
    deepStrictEqual(lines.map(({ energy }) => energy), [2032, 8]);
  }));

Deno.test("number that its room no longer names stays with its residence, with its lines", () =>
  withNeighbour(async ({ admin, neighbour, room }) => {
    const [own] = await pces(admin);
    ok(own?.boilerRoomId);
    strictEqual(await naming(admin, null, PROJECT, own.boilerRoomId), "ok");
    strictEqual(await naming(neighbour, PCE, P2, room), "pce-taken");
    strictEqual(await refusedYear(neighbour), "not-found");
    const lines = await year(admin, "2024");
    strictEqual(lines.length, 2);
    const [left] = await pces(admin);
    deepStrictEqual([left?.projectId, left?.boilerRoomId], [PROJECT, null]);
    strictEqual(await naming(admin, PCE, PROJECT, own.boilerRoomId), "ok");
  }));

Deno.test("claimPce() takes no number from a room whose settings are changed meanwhile", () =>
  withNeighbour(async ({ built, admin, room }) => {
    const { platform, store } = built;
    const [own] = await pces(admin);
    const { caller } = await signedIn(built, "admin@bailleur.fr");
    const { services } = platform.own;
    const place = { orgId: ORG, projectId: P2, boilerRoomId: room, caller };
    const claim = await claimPce(services, place, { before: null, after: PCE });
    ok(claim.ok);
    const key = keys.efficiencySources(PROJECT, own?.boilerRoomId ?? "");
    const { value } = await readEntry(store, key, sourcesRecord);
    ok(value);
    await store.atomic().set(key, { ...value, sourceType: null }).commit();
    const atomic = store.atomic();
    claim.fill(atomic);
    strictEqual((await atomic.commit()).ok, false);
  }));

// @spec gas.ownership
Deno.test("moving a number requires the right to write on both residences; earlier lines stay with the first", () =>
  withNeighbour(async ({ built, admin, neighbour, room }) => {
    const both = await aWriter(built, "zoe@bailleur.fr");
    strictEqual(await naming(both, PCE, P2, room), "pce-taken");
    await grant(built, "zoe@bailleur.fr", PROJECT);
    strictEqual(await naming(both, PCE, P2, room), "ok");
    // Moved on 2026-02-10: lines that end later belong to the second residence.
    built.clock.advance(5 * 86_400_000);
    const next =
      "Type;Du;Au;Volume\nPubliée;01/02/2026;14/02/2026;7\nPubliée;01/02/2026;10/02/2026;6\n";
    const report = await imported(neighbour, next, { pce: PCE });
    deepStrictEqual(report.errors, [{ line: 3, fault: "pce-unknown" }]);
    const volumes = async (ask: CallFunction, asked: string) =>
      (await year(ask, asked)).map(({ volume }) => volume);
    deepStrictEqual(await volumes(neighbour, "2024"), []);
    deepStrictEqual(await volumes(neighbour, "2026"), [7]);
    deepStrictEqual(await volumes(admin, "2024"), [180, 1]);
    deepStrictEqual(await volumes(admin, "2026"), []);
    const [former] = await pces(admin);
    deepStrictEqual([former?.projectId, former?.boilerRoomId, former?.last], [PROJECT, null, null]);
    const [held] = await pces(neighbour);
    const { projectId, boilerRoomId, last } = held ?? {};
    deepStrictEqual([projectId, boilerRoomId, last?.date], [P2, room, "2026-02-14"]);
  }));

Deno.test("an administrator of the organisation moves a number with a role on the second residence alone", () =>
  withNeighbour(async ({ built, room }) => {
    const chief = await someone(built, { email: "chef@bailleur.fr", isAdmin: true });
    await grant(built, "chef@bailleur.fr", P2, ["collect"]);
    strictEqual(await naming(chief, PCE, P2, room), "ok");
  }));

Deno.test("number with lines of no residence is given to a boiler room only by an administrator", () =>
  withNeighbour(async ({ admin, neighbour, room }) => {
    await imported(admin, FILE, { pce: OTHER });
    strictEqual(await naming(neighbour, OTHER, P2, room), "pce-taken");
    strictEqual(await naming(neighbour, "21000000000002", P2, room), "ok");
  }));

Deno.test("of two residences that name an unclaimed number at once, one gets it", () =>
  withNeighbour(async ({ built, admin, neighbour, room }) => {
    const first = await aRoom(admin, PROJECT);
    const writer = await aWriter(built, "ines@bailleur.fr", PROJECT);
    const ends = await Promise.all([
      naming(writer, OTHER, PROJECT, first),
      naming(neighbour, OTHER, P2, room),
    ]);
    deepStrictEqual(ends.toSorted(), ["ok", "pce-taken"]);
  }));

Deno.test("number named by rooms of two residences before holders were stored is refused to users of only one", () =>
  withNeighbour(async ({ built, admin, neighbour, room }) => {
    strictEqual(await naming(neighbour, "21000000000002", P2, room), "ok");
    const key = keys.efficiencySources(P2, room);
    const { value } = await readEntry(built.store, key, sourcesRecord);
    ok(value);
    const pce = await readEntry(built.store, keys.gasPce(ORG, PCE), gasPceRecord);
    ok(pce.value);
    const { holders: _, ...kept } = pce.value;
    await built.store.atomic()
      .set(key, { ...value, gazPce: PCE })
      .set(pce.key, kept)
      .commit();
    strictEqual(await refusedYear(neighbour), "not-found");
    const reader = await aReader(built);
    strictEqual(await refusedYear(reader), "not-found");
    strictEqual(await naming(neighbour, null, P2, room), "pce-taken");
    const chief = await aWriter(built, "chef@bailleur.fr");
    const chiefId = await idOf(built, "chef@bailleur.fr");
    await built.store.atomic().set(keys.member(ORG, chiefId), { isAdmin: true }).commit();
    await built.platform.versions.bump([{ kind: "org", id: ORG }]);
    strictEqual(await naming(chief, null, P2, room), "ok");
    const lines = await year(admin, "2024");
    strictEqual(lines.length, 2);
  }));
