import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { sourcesRecord } from "@/lib/facilities/records.ts";
import { claimPce } from "@/lib/gas/delivery_points.ts";
import { gasPceRecord } from "@/lib/gas/records.ts";
import type { Role } from "@/lib/identity/roles.ts";
import { NO_FEATURES } from "@/lib/residences/records.ts";
import { keys } from "@/lib/store/keys.ts";
import { readEntry } from "@/lib/store/store.ts";
import { signedIn, type TestPlatform } from "@/tests/helpers/a_platform.ts";
import { aProject, ORG, PROJECT, someone } from "@/tests/helpers/a_residence.ts";
import { seriesDraft, sourcesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { FILE, imported, OTHER, PCE, pces, type Place, withPlace, year } from "./some_lines.ts";

/** A second residence of the organisation, with a user who may write there only. */
async function withNeighbour(
  test: (place: Place & { neighbour: CallFunction; room: string }) => Promise<void>,
): Promise<void> {
  await withPlace(async (place) => {
    const { built, admin } = place;
    await imported(admin, FILE, { pce: PCE });
    await writeNeighbour(built);
    const neighbour = await neighbourOf(built, "tom@bailleur.fr", ["collect:boilerroom:write"]);
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

async function neighbourOf(
  built: TestPlatform,
  email: string,
  roles: readonly Role[],
): Promise<CallFunction> {
  const ask = await someone(built, { email });
  await grant(built, email, P2, roles);
  return ask;
}

async function idOf({ store }: TestPlatform, email: string): Promise<string> {
  return String((await store.get(keys.accountByEmail(email))).value);
}

async function grant(
  built: TestPlatform,
  email: string,
  projectId: string,
  roles: readonly Role[],
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
  const room = await answerOf(ask("addEquipment", {
    projectId,
    body: { kind: "boilerroom", instrumented: true, parentId: null, settings },
  }));
  return room.id;
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
    strictEqual(await year(neighbour, "2024"), "not-found");
    const report = await imported(neighbour, FILE.replace("2032", "1"), { pce: PCE });
    strictEqual(typeof report === "object" && report.insertedCount + report.replacedCount, 0);
    const lines = await year(admin, "2024");
    deepStrictEqual(Array.isArray(lines) && lines.map(({ energy }) => energy), [2032, 8]);
  }));

Deno.test("number that its room no longer names stays with its residence, with its lines", () =>
  withNeighbour(async ({ admin, neighbour, room }) => {
    const [own] = await pcesList(admin);
    ok(own?.boilerRoomId);
    strictEqual(await naming(admin, null, PROJECT, own.boilerRoomId), "ok");
    strictEqual(await naming(neighbour, PCE, P2, room), "pce-taken");
    strictEqual(await year(neighbour, "2024"), "not-found");
    const lines = await year(admin, "2024");
    strictEqual(Array.isArray(lines) && lines.length, 2);
    const [left] = await pcesList(admin);
    deepStrictEqual([left?.projectId, left?.boilerRoomId], [PROJECT, null]);
    strictEqual(await naming(admin, PCE, PROJECT, own.boilerRoomId), "ok");
  }));

Deno.test("claimPce() takes no number from a room whose settings are changed meanwhile", () =>
  withNeighbour(async ({ built, admin, room }) => {
    const { platform, store } = built;
    const [own] = await pcesList(admin);
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
    const both = await neighbourOf(built, "zoe@bailleur.fr", ["collect:boilerroom:write"]);
    strictEqual(await naming(both, PCE, P2, room), "pce-taken");
    await grant(built, "zoe@bailleur.fr", PROJECT, ["collect:boilerroom:write"]);
    strictEqual(await naming(both, PCE, P2, room), "ok");
    // Moved on 2026-02-10: lines that end later belong to the second residence.
    built.clock.advance(5 * 86_400_000);
    const next =
      "Type;Du;Au;Volume\nPubliée;01/02/2026;14/02/2026;7\nPubliée;01/02/2026;10/02/2026;6\n";
    const report = await imported(neighbour, next, { pce: PCE });
    deepStrictEqual(typeof report === "object" && report.errors, [{
      line: 3,
      fault: "pce-unknown",
    }]);
    const volumes = async (ask: CallFunction, asked: string) => {
      const lines = await year(ask, asked);
      return Array.isArray(lines) ? lines.map(({ volume }) => volume) : lines;
    };
    deepStrictEqual(await volumes(neighbour, "2024"), []);
    deepStrictEqual(await volumes(neighbour, "2026"), [7]);
    deepStrictEqual(await volumes(admin, "2024"), [180, 1]);
    deepStrictEqual(await volumes(admin, "2026"), []);
    const [former] = await pcesList(admin);
    deepStrictEqual([former?.projectId, former?.boilerRoomId, former?.last], [PROJECT, null, null]);
    const [held] = await pcesList(neighbour);
    deepStrictEqual([held?.projectId, held?.boilerRoomId, held?.last?.date], [
      P2,
      room,
      "2026-02-14",
    ]);
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
    const writer = await someone(built, { email: "ines@bailleur.fr" });
    await grant(built, "ines@bailleur.fr", PROJECT, ["collect:boilerroom:write"]);
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
    strictEqual(await year(neighbour, "2024"), "not-found");
    const reader = await someone(built, {
      email: "lea@bailleur.fr",
      roles: ["collect:boilerroom:read"],
    });
    strictEqual(await year(reader, "2024"), "not-found");
    strictEqual(await naming(neighbour, null, P2, room), "pce-taken");
    const chief = await neighbourOf(built, "chef@bailleur.fr", ["collect:boilerroom:write"]);
    const chiefId = await idOf(built, "chef@bailleur.fr");
    await built.store.atomic().set(keys.member(ORG, chiefId), { isAdmin: true }).commit();
    await built.platform.versions.bump([{ kind: "org", id: ORG }]);
    strictEqual(await naming(chief, null, P2, room), "ok");
    const lines = await year(admin, "2024");
    strictEqual(Array.isArray(lines) && lines.length, 2);
  }));

async function pcesList(ask: CallFunction) {
  const listed = await pces(ask);
  ok(Array.isArray(listed), String(listed));
  return listed;
}
