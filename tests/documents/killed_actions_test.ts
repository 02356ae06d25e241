import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { runDocumentActions } from "@/lib/documents/bulk_actions.ts";
import { keys } from "@/lib/store/keys.ts";
import { queuedMails } from "@/tests/helpers/mails.ts";
import { withStoreFile } from "@/tests/helpers/stores.ts";
import { ranUntilKilled } from "./killed_deposit.ts";
import { auditLines, created, DROP, PLACES, shown, states, withLate } from "./late_documents.ts";

// @spec contracting.mass-actions
Deno.test("kill -9 twice during an action on many documents: the next process continues, and processes none twice", () =>
  withStoreFile((path) =>
    withLate(async ({ ask, store, platform, clock }) => {
      const actionId = await created(ask, DROP);
      let dropped = 0;
      for (const [commit, when] of [["26", "before"], ["20", "after"]] as const) {
        const { signal } = await ranUntilKilled("./killed_actions.ts", path, commit, when);
        strictEqual(signal, "SIGKILL");
        const { "not-transmitted": count = 0 } = await states(store);
        ok(count > dropped && count < PLACES - 1);
        dropped = count;
        strictEqual(await auditLines(store), dropped);
        // The lease of the killed process has expired for the next one, whose clock starts where
        // the first one's did.
        await store.atomic().delete(keys.lease("run document actions")).commit();
      }
      clock.advance(60_001);
      strictEqual(await runDocumentActions(platform.own.services), 1);
      deepStrictEqual(await states(store), { "none": 1, "not-transmitted": 44 });
      strictEqual(await auditLines(store), 44);
      const { state, doneCount, refusedCount } = await shown(ask, actionId);
      deepStrictEqual([state, doneCount, refusedCount], ["done", 45, 1]);
      deepStrictEqual(await queuedMails(store), []);
    }, { path })
  ));
