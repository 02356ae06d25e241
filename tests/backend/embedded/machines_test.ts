import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { Ask } from "../../../lib/contract/catalogue.ts";
import { StoredSeries } from "../../../lib/backend/kv/series.ts";
import type { DataUnitId } from "../../../lib/domain/series/types.ts";
import { type TestPlatform, withPlatform } from "../a_platform.ts";
import { aBoilerRoom, aSeries, PROJECT, someone, writeResidence } from "../a_residence.ts";

interface Room {
  built: TestPlatform;
  ask: Ask;
  roomId: string;
}

/** A boiler room and somebody who writes it. */
function withRoom(test: (room: Room) => Promise<void>): Promise<void> {
  return withPlatform(async (built) => {
    await writeResidence(built);
    const ask = await someone(built, { roles: ["collect:boilerroom:write"] });
    await test({ built, ask, roomId: await aBoilerRoom(ask) });
  });
}
