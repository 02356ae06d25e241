import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { addAuditLine, auditRecord } from "@/lib/api/audit.ts";
import { areaLabel, AREAS, auditActionText, CALLS } from "@/lib/app/catalogue.ts";
import { purgeAudit } from "@/lib/app/sweep.ts";
import { auditPageOf, auditSubjectText } from "@/lib/organisations/audit_pages.ts";
import { AUDIT_AREAS, type AuditEntry, type AuditPage } from "@/lib/organisations/schema.ts";
import { PLATFORM_SCOPE } from "@/lib/store/cache.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Store } from "@/lib/store/store.ts";
import { ORG, withResidence } from "@/tests/helpers/a_residence.ts";

const ACTIONS = Object.entries(CALLS).flatMap(([name, { audit }]) => audit ? [name] : []);

Deno.test("auditActionText() has French words for every audited call", () => {
  ok(ACTIONS.length > 120);
  for (const action of ACTIONS) {
    ok(/^\p{Lu}[^.]+$/u.test(auditActionText(action)), action);
    ok(!/['"]/.test(auditActionText(action)), action);
  }
  strictEqual(new Set(ACTIONS.map(auditActionText)).size, ACTIONS.length);
  strictEqual(auditActionText("anOldName"), "anOldName");
});

Deno.test("every action belongs to an area of the log's filter", () => {
  const inAreas = AUDIT_AREAS.flatMap((area) => Object.keys(AREAS[area]));
  for (const action of ACTIONS) ok(inAreas.includes(action), action);
  for (const area of AUDIT_AREAS) ok(areaLabel(area) !== area, area);
});

Deno.test("auditSubjectText() writes the labels of the roles given and removed", () => {
  strictEqual(
    auditSubjectText("putProjectUserRoles", "ada@bailleur.fr: +collect:read -pilot"),
    "ada@bailleur.fr\u00A0: +\u00A0Eco-Platform - Lecture seule, −\u00A0Eco-Pilot - Accès complet",
  );
  strictEqual(auditSubjectText("putProjectUserRoles", "ada@bailleur.fr:"), "ada@bailleur.fr");
  strictEqual(auditSubjectText("putTeam", "Nord: +pilot"), "Nord: +pilot");
});

/** Lines of a page. */
const PAGE = 1_000;

/** A log of the given number of pages. */
function aLog(pageCount: number) {
  const asked: (string | undefined)[] = [];
  const read = (after: string | undefined): Promise<AuditPage> => {
    asked.push(after);
    const page = Number(after ?? 0);
    const entries = Array.from({ length: PAGE }, (_, at): AuditEntry => ({
      id: String(page * PAGE + at),
      at: "2026-02-10T11:00:00.000Z",
      email: null,
      action: "putTeam",
      projectId: null,
      subject: "",
    }));
    return Promise.resolve({ entries, next: page + 1 < pageCount ? String(page + 1) : null });
  };
  return { asked, read };
}

// @spec organisations.audit
Deno.test("auditPageOf() gives a file every line of a log, each page read once the previous one is written", async () => {
  // More than the 100,000 lines at which a file was truncated.
  const { asked, read } = aLog(102);
  const { pages } = await auditPageOf(new URL("http://x/audit?csv=comma&after=7"), read);
  deepStrictEqual(asked, [undefined]);
  let [count, last] = [0, ""];
  for await (const entries of pages) {
    count += entries.length;
    last = entries.at(-1)?.id ?? "";
    strictEqual(asked.length, count / PAGE);
  }
  deepStrictEqual([count, last], [102_000, "101999"]);
});

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
