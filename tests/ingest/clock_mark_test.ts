import { ok, strictEqual } from "node:assert/strict";
import { newestSentS, noteSent } from "@/lib/ingest/receive.ts";
import { keys } from "@/lib/store/keys.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";

Deno.test("noteSent() records every newer time, with few writes while a history arrives", () =>
  withStore(async (store) => {
    let commits = 0;
    const counted = { ...store, atomic: () => (commits++, store.atomic()) };
    for (let body = 1; body <= 50; body++) await noteSent(counted, 1_700_000_000 + body * 300);
    strictEqual(await newestSentS(counted), 1_700_015_000);
    ok(commits < 50, String(commits));
    ok(Number((await store.get(keys.clockMark())).value) >= 1_700_000_300);
  }));
