import { deepStrictEqual, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { makeAllDocuments } from "@/lib/documents/document_creation.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import { links } from "@/lib/ui/links.ts";
import { aHouse, aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import { ORG, PROJECT, someone, writeResidence } from "@/tests/helpers/a_residence.ts";
import { withSite } from "@/tests/helpers/a_site.ts";
import { aRequest, REQUEST, writeRegisters } from "@/tests/helpers/some_documents.ts";

/** The first and the last day that can be typed; the last one is used for "without end". */
const [FIRST, LAST] = ["1900-01-01", "9999-12-31"];
const PLACE = { projectId: PROJECT };
const DATES = { from: FIRST, to: LAST };

/** Writes every dated entity, from the first to the last day. */
function writeDated(ask: CallFunction, houseId: string) {
  const person = { name: "Ada", email: "", consent: null };
  const charge = { providerId: "v1", startDate: FIRST, endDate: LAST };
  return Promise.all([
    ask("createDisplayMessage", { ...PLACE, body: { priority: 1, ...DATES, message: "A" } }),
    ask("createHousingAlert", { ...PLACE, body: { ...DATES, message: "A", houseIds: [houseId] } }),
    ask("createOccupancy", { ...PLACE, houseId, body: { ...person, ...DATES } }),
    ask("addContractProvider", { orgId: ORG, contractId: "c1", body: charge }),
  ]);
}

/** Stores what was accepted before `forms.far-dates`: it stays shown, and its other fields editable. */
async function storeDated(store: Store): Promise<void> {
  const long = aRequest({ reminder: 3_650, nbDaysForNewDeadline: 3_650 });
  const works = { equipmentId: null, houseId: null, handler: null, reason: "Travaux" };
  const days = { from: `${FIRST}T00:00:00Z`, to: `${LAST}T23:59:00Z` };
  await store.atomic()
    .set(keys.alarmMute(PROJECT, "m1"), { ...works, ...days, accountId: "" })
    .set(keys.documentRequest(ORG, "r2"), { ...long, firstRequest: FIRST, rate: 1 })
    .set(keys.documentRequest(ORG, "r3"), { ...long, firstRequest: LAST, rate: 600 })
    .commit();
}

// @spec periods.steps, forms.far-dates
Deno.test("pages of entities dated from the first to the last day that can be typed are shown", () =>
  withSite(async (site) => {
    const features = { display: true, houseMode: 1, housesAppAlarm: true } as const;
    await writeResidence(site, { features });
    await writeRegisters(site.store);
    const roles = ["collect", "collect:documents:write", "collect:housing:alerts:write"] as const;
    const ask = await someone(site, { isAdmin: true, roles: [...roles] });
    const houseId = await aHouse(ask);
    const seriesId = await aHousingSeries(ask);
    const written = await writeDated(ask, houseId);
    deepStrictEqual(written.map((one) => one.ok), written.map(() => true), JSON.stringify(written));
    await storeDated(site.store);
    await makeAllDocuments(site.platform.own.services);
    const visitor = await site.signIn();
    const home = `/collect/${PROJECT}`;
    const works = { equipmentId: null, houseId: null, handler: null, reason: "Ravalement" };
    const days = { from: `${FIRST}T00:00:00Z`, to: `${LAST}T23:59:00Z` };
    const put = await ask("putAlarmMute", { ...PLACE, muteId: "m1", body: { ...works, ...days } });
    deepStrictEqual(put, { ok: true, answer: null });
    const paths = [
      "/home",
      "/home/documents/running",
      "/home/documents/late",
      "/home/documents/history/2026",
      "/home/contracting/requests",
      `/home/contracting/requests/${REQUEST}`,
      "/home/contracting/contracts/c1",
      "/home/alarms",
      ...[
        "",
        "/alarms",
        "/alarms/settings",
        "/display/messages",
        "/tenant-alerts",
        "/houses",
        `/houses/${houseId}`,
        `/houses/${houseId}/occupants`,
        "/houses/month",
        "/documents/running",
      ].map((path) => home + path),
      links.housingSeries({ ...PLACE, houseId }, seriesId, "daily/2026/02"),
      links.housingSeries({ ...PLACE, houseId }, seriesId, "monthly/2026"),
      links.housingSeries(PLACE, seriesId, "daily/2026/02"),
    ];
    for (const path of paths) {
      const { status } = await visitor.get(path);
      strictEqual(status, 200, `${path} ${status}: ${String(site.faults)}`);
    }
  }));
