import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { MOST_ANNOTATIONS } from "@/lib/facilities/annotations.ts";
import { keys } from "@/lib/store/keys.ts";
import { aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { aBoilerRoom, aSeries, PROJECT, someone, withMember } from "@/tests/helpers/a_residence.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

interface Place {
  built: TestPlatform;
  ask: CallFunction;
  /** A boiler room and its gas meter. */
  room: string;
  series: string;
}

const BREAKDOWN = { from: "2026-01-12", to: "2026-01-20", text: "Panne du brûleur" };

function withPlace(test: (place: Place) => Promise<void>): Promise<void> {
  return withMember({ email: "anne@b.fr", roles: ["collect"] }, async ({ built, ask }) => {
    const room = await aBoilerRoom(ask, "Chaufferie nord");
    const series = await aSeries(ask, "GAZV");
    await test({ built, ask, room, series });
  });
}

function at(annotatedId: string) {
  return { projectId: PROJECT, annotatedId };
}

async function listed(ask: CallFunction, annotatedId: string) {
  return await answerOf(ask("listAnnotations", at(annotatedId)));
}

async function added(ask: CallFunction, annotatedId: string, body = BREAKDOWN): Promise<string> {
  return (await answerOf(ask("addAnnotation", { ...at(annotatedId), body }))).id;
}

async function codeOf(asked: Promise<{ ok: boolean; code?: string }>): Promise<string> {
  const result = await asked;
  return result.ok ? "done" : result.code ?? "";
}

// @spec series.annotations
Deno.test("series and a boiler room each have their annotations, with author and date", () =>
  withPlace(async ({ built, ask, room, series }) => {
    const writtenAt = new Date(built.clock.now()).toISOString();
    const id = await added(ask, room);
    deepStrictEqual((await listed(ask, room)).annotations, [
      { id, ...BREAKDOWN, author: "anne@b.fr", writtenAt },
    ]);
    deepStrictEqual(await listed(ask, series), { version: "0", annotations: [] });
    await added(ask, series);
    await added(ask, series, { ...BREAKDOWN, from: "2026-01-15", text: "Essai" });
    deepStrictEqual(
      (await listed(ask, series)).annotations.map(({ text }) => text),
      ["Essai", "Panne du brûleur"],
    );
  }));

Deno.test("reversed dates, more than a year, no text: refused, as is one annotation too many", () =>
  withPlace(async ({ ask, series }) => {
    const refused = (over: Partial<typeof BREAKDOWN>) =>
      codeOf(ask("addAnnotation", { ...at(series), body: { ...BREAKDOWN, ...over } }));
    strictEqual(await refused({ to: "2026-01-11" }), "invalid-input");
    strictEqual(await refused({ to: "2027-01-13" }), "invalid-input");
    strictEqual(await refused({ text: " " }), "invalid-input");
    for (let count = 0; count < MOST_ANNOTATIONS; count++) await added(ask, series);
    strictEqual(await refused({}), "limit-reached");
  }));

Deno.test("annotations of dwellings are read with their figures, and written with their settings", () =>
  withPlace(async ({ built, ask, room, series }) => {
    const dwellings = await aHousingSeries(ask, "EFSV");
    const annotationId = await added(ask, dwellings);
    const reader = await someone(built, { email: "lea@b.fr", roles: ["collect:agg:daily"] });
    deepStrictEqual((await listed(reader, dwellings)).annotations.map(({ id }) => id), [
      annotationId,
    ]);
    for (const annotatedId of [series, room]) {
      strictEqual(await codeOf(reader("listAnnotations", at(annotatedId))), "forbidden");
    }
    const add = (one: CallFunction, annotatedId: string) =>
      codeOf(one("addAnnotation", { ...at(annotatedId), body: BREAKDOWN }));
    strictEqual(await add(reader, dwellings), "forbidden");
    const keeper = await someone(built, { email: "tom@b.fr", roles: ["collect:houseadmin"] });
    strictEqual(await add(keeper, dwellings), "done");
    strictEqual(await add(keeper, series), "forbidden");
    const plant = await someone(built, { email: "zoe@b.fr", roles: ["collect:boilerroom:write"] });
    strictEqual(await codeOf(plant("listAnnotations", at(dwellings))), "forbidden");
    strictEqual(await add(plant, dwellings), "forbidden");
  }));

Deno.test("user who reads only buildings neither reads nor writes annotations of a boiler room", () =>
  withPlace(async ({ built, ask, room, series }) => {
    await added(ask, room);
    await added(ask, series);
    const building = await someone(built, { email: "b@b.fr", roles: ["collect:building:write"] });
    strictEqual(await codeOf(building("listAnnotations", at(room))), "forbidden");
    const written = building("addAnnotation", { ...at(room), body: BREAKDOWN });
    strictEqual(await codeOf(written), "forbidden");
    strictEqual((await listed(building, series)).annotations.length, 1);
    await added(building, series);
    const reader = await someone(built, { email: "r@b.fr", roles: ["collect:boilerroom:read"] });
    strictEqual((await listed(reader, room)).annotations.length, 1);
    const body = { ...at(room), body: BREAKDOWN };
    strictEqual(await codeOf(reader("addAnnotation", body)), "forbidden");
    const administrator = await someone(built, { email: "c@b.fr", isAdmin: true });
    await added(administrator, room);
  }));

Deno.test("annotations are deleted with their series or boiler room", () =>
  withPlace(async ({ built, ask, room, series }) => {
    await added(ask, room);
    await added(ask, series);
    ok((await ask("deleteDataseries", { projectId: PROJECT, series })).ok);
    ok((await ask("deleteEquipment", { projectId: PROJECT, equipmentId: room })).ok);
    const left = built.store.list({ prefix: keys.annotations.under(PROJECT) });
    deepStrictEqual(await Array.fromAsync(left), []);
    strictEqual(await codeOf(ask("listAnnotations", at(room))), "not-found");
  }));
