import { strictEqual } from "node:assert/strict";
import { lastPollS, notePoll } from "@/lib/heating_control/gateway.ts";
import { PROJECT } from "@/tests/helpers/a_residence.ts";
import { storeOn } from "@/tests/helpers/changed_stores.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";

// @spec pilot.connectivity
Deno.test("notePoll() writes the time of a poll every ten minutes, also once the clock was set back", () =>
  withStore(async (store, clock) => {
    const startS = Math.floor(clock.now() / 1_000);
    /** Polls after some seconds; seconds from the start to the noted poll. */
    const polledAfter = async (seconds: number) => {
      clock.advance(seconds * 1_000);
      await notePoll({ store, projectId: PROJECT, now: clock.now });
      return (await lastPollS(store, PROJECT) ?? 0) - startS;
    };
    strictEqual(await lastPollS(store, PROJECT), null);
    strictEqual(await polledAfter(0), 0);
    strictEqual(await polledAfter(599), 0);
    strictEqual(await polledAfter(1), 600);
    strictEqual(await polledAfter(-599), 600);
    strictEqual(await polledAfter(-1), 0);
  }));

Deno.test("notePoll() does nothing while the disk is full, and writes the next poll", () =>
  withStore(async (memory, { now }) => {
    const disk = { isFull: true };
    const store = storeOn(disk, memory);
    await notePoll({ store, projectId: PROJECT, now });
    strictEqual(await lastPollS(store, PROJECT), null);
    disk.isFull = false;
    await notePoll({ store, projectId: PROJECT, now });
    strictEqual(await lastPollS(store, PROJECT), Math.floor(now() / 1_000));
  }));
