import { deepStrictEqual, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { makeFigures } from "@/lib/portfolio/stored_figures.ts";
import { keys } from "@/lib/store/keys.ts";
import { elsewhere, isOf, type TestPlatform } from "@/tests/helpers/a_platform.ts";
import {
  aBoilerRoom,
  aProject,
  aSeries,
  ORG,
  PROJECT,
  withMember,
} from "@/tests/helpers/a_residence.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

const HOUR_MS = 3_600_000;

function figures(ask: CallFunction) {
  return answerOf(ask("listResidenceFigures", { orgId: ORG }));
}

async function silentCounts(ask: CallFunction): Promise<number[]> {
  return (await figures(ask)).silences.map(({ silentCount }) => silentCount);
}

function madeBy({ platform }: Pick<TestPlatform, "platform">): Promise<boolean | null> {
  return makeFigures(platform.own.services);
}

const NEW_RESIDENCES = 40;

async function addResidences({ store }: TestPlatform): Promise<void> {
  const atomic = store.atomic();
  for (let rank = 0; rank < NEW_RESIDENCES; rank++) {
    const projectId = `stock${rank}`;
    atomic.set(keys.project(projectId), aProject({ name: `Résidence ${rank}` }))
      .set(keys.projectOfOrg(ORG, projectId), true);
  }
  await atomic.commit();
}

function withReader(test: Parameters<typeof withMember>[1]): Promise<void> {
  return withMember({ isAdmin: true, roles: ["collect"] }, test, { now: "2026-02-10T09:00:00Z" });
}

// @spec projects.stored-figures
Deno.test("figures are stored: another process reads nothing of the settings of residences", () =>
  withReader(async ({ built, ask }) => {
    await aBoilerRoom(ask, "Chaufferie nord");
    await madeBy(built);
    const other = await elsewhere(built);
    const { rooms } = await figures(other.ask);
    deepStrictEqual(rooms?.map(({ boilerRoomName }) => boilerRoomName), ["Chaufferie nord"]);
    deepStrictEqual(other.read.filter(isOf(keys.equipment, keys.dataseries)), []);
  }));

// @spec projects.stored-figures
Deno.test("a page shows at once what a write changed, and an hour later what readings changed", () =>
  withReader(async ({ built, ask, stored }) => {
    deepStrictEqual((await figures(ask)).rooms, []);
    await aBoilerRoom(ask, "Chaufferie nord");
    strictEqual((await figures(ask)).rooms?.length, 1);
    const seriesId = await aSeries(ask, "TEXT");
    deepStrictEqual(await silentCounts(ask), [0], "never sent");
    const epochS = Math.floor(built.clock.now() / 1_000);
    const readings = [{ epochS, value: 8 }];
    await stored.append([{ seriesId, kind: "instant", readings }]);
    built.clock.advance(HOUR_MS);
    deepStrictEqual(await silentCounts(ask), []);
    built.clock.advance(25 * HOUR_MS);
    deepStrictEqual(await silentCounts(ask), [1]);
  }));

// @spec projects.stored-figures
Deno.test("the job makes the figures of many residences; until then a page counts them", () =>
  withReader(async ({ built, ask }) => {
    await addResidences(built);
    const before = await figures(ask);
    deepStrictEqual([before.silences.length, before.waitingCount], [0, NEW_RESIDENCES + 1]);
    strictEqual(await madeBy(built), true);
    const after = await figures(ask);
    deepStrictEqual([after.silences.length, after.waitingCount], [NEW_RESIDENCES + 1, 0]);
    // The next day those of the day before are shown until the job has passed.
    built.clock.advance(24 * HOUR_MS);
    strictEqual((await figures(ask)).waitingCount, 0);
  }));

// @spec projects.stored-figures
Deno.test("stored figures of another form are made again", () =>
  withReader(async ({ built, ask }) => {
    await aBoilerRoom(ask);
    await madeBy(built);
    await built.store.atomic().set(keys.residenceFigures(PROJECT), { rooms: "old" }).commit();
    const other = await elsewhere(built);
    strictEqual((await figures(other.ask)).rooms?.length, 1);
  }));
