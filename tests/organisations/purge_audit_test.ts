import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { addAuditLine, auditRecord } from "@/lib/api/audit.ts";
import { purgeAudit } from "@/lib/app/sweep.ts";
import { PLATFORM_SCOPE } from "@/lib/store/cache.ts";
import { keys } from "@/lib/store/keys.ts";
import { MUTATIONS_PER_COMMIT, type Store } from "@/lib/store/store.ts";
import { withPlatform } from "@/tests/helpers/a_platform.ts";
import { ORG, withResidence } from "@/tests/helpers/a_residence.ts";

interface Written {
  readonly orgId: string;
  readonly at: string;
}

async function aLine(store: Store, { orgId, at }: Written): Promise<void> {
  const line = { caller: null, action: "putTeam", orgId, projectId: null, subject: at } as const;
  await addAuditLine(store.atomic(), line, Date.parse(at)).commit();
}

async function subjects(store: Store, orgId: string): Promise<string[]> {
  const entries = await Array.fromAsync(store.list({ prefix: keys.audit.under(orgId) }));
  return entries.map(({ value }) => auditRecord.parse(value).subject);
}

// @spec organisations.audit
Deno.test("purgeAudit() deletes lines older than five years, in Paris days, from every log", () =>
  withResidence(async (built) => {
    const { store } = built;
    const now = () => Date.parse("2026-02-10T11:00:00Z");
    const first = "2021-02-09T23:00:00Z";
    for (const orgId of [ORG, PLATFORM_SCOPE]) {
      for (
        const at of [
          "1970-01-01T00:00:00Z",
          "2021-02-09T22:59:59.999Z",
          first,
          "2026-02-10T10:00:00Z",
        ]
      ) {
        await aLine(store, { orgId, at });
      }
    }
    strictEqual(await purgeAudit({ store, now }), 4);
    deepStrictEqual(await subjects(store, ORG), [first, "2026-02-10T10:00:00Z"]);
    deepStrictEqual(await subjects(store, PLATFORM_SCOPE), [first, "2026-02-10T10:00:00Z"]);
    strictEqual(await purgeAudit({ store, now }), 0);
  }));

Deno.test("purgeAudit() deletes more lines than a commit may contain", () =>
  withPlatform(async ({ store }) => {
    const atomics = [store.atomic(), store.atomic()];
    const line = {
      caller: null,
      action: "putTeam",
      orgId: PLATFORM_SCOPE,
      projectId: null,
    } as const;
    for (let rank = 0; rank <= MUTATIONS_PER_COMMIT; rank++) {
      addAuditLine(atomics[rank % 2] ?? store.atomic(), { ...line, subject: String(rank) }, rank);
    }
    for (const atomic of atomics) await atomic.commit();
    const count = await purgeAudit({ store, now: () => Date.parse("2026-02-10T11:00:00Z") });
    strictEqual(count, MUTATIONS_PER_COMMIT + 1);
    deepStrictEqual(await subjects(store, PLATFORM_SCOPE), []);
  }));
