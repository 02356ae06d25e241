/** Makes the monthly letter of an organisation, and sets who receives it. @module */

import type { Services } from "@/lib/api/services.ts";
import { transact } from "@/lib/api/writes.ts";
import { isIsoMonth, monthOf, shiftMonth } from "@/lib/base/civil_dates.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import { emailKey } from "@/lib/base/typed_formats.ts";
import { countDocuments } from "@/lib/documents/document_lists.ts";
import { readBalance } from "@/lib/energy_balance/balance.ts";
import { ENERGY_BASES } from "@/lib/energy_balance/comparison.ts";
import { seasonYearOf } from "@/lib/energy_balance/heating_season.ts";
import { monthReport } from "@/lib/energy_balance/month_report.ts";
import { listDrifts } from "@/lib/energy_signature/found_drifts.ts";
import { cachedEquipments } from "@/lib/facilities/equipment.ts";
import { SOURCE_KINDS } from "@/lib/facilities/source_kinds.ts";
import { accountByEmail } from "@/lib/identity/accounts.ts";
import { accountRecord } from "@/lib/identity/records.ts";
import { memberRecord } from "@/lib/organisations/records.ts";
import { cachedProject, projectsWithRole, readEachProject } from "@/lib/residences/residences.ts";
import { managesDocuments } from "@/lib/settlement/operator.ts";
import { listSettlements } from "@/lib/settlement/season_table.ts";
import { keys } from "@/lib/store/keys.ts";
import { listIds, listStored, readById } from "@/lib/store/store.ts";
import { compareValues } from "@/lib/ui/tables.ts";
import type { Handler, Input } from "./calls.ts";
import { letterReaderRecord } from "./records.ts";
import type { LetterLine } from "./schema.ts";
import { listSilences } from "./silences.ts";
import { monthlyLetter } from "./text_letter.ts";

/** @spec projects.letter */
export const getMonthlyLetter: Handler<"getMonthlyLetter"> = async (services, at, caller) => {
  const { orgId, month } = at;
  const today = civilDateOf(services.now(), DEFAULT_TIME_ZONE);
  if (!isIsoMonth(month) || month >= monthOf(today)) return { ok: false, code: "bad-period" };
  const year = String(seasonYearOf(monthOf(today)) - 1);
  const [lines, drifts, silences, settlements, documents] = await Promise.all([
    linesOf(services, at, caller),
    listDrifts(services, { orgId }, caller),
    listSilences(services, { orgId }, caller),
    listSettlements(services, { orgId, year }, caller),
    await managesDocuments(services, orgId) ? countDocuments(services, { orgId }, caller) : null,
  ]);
  const answer = monthlyLetter({
    month,
    lines,
    drifts: drifts.ok ? drifts.answer : [],
    lateDocumentCount: documents?.ok ? documents.answer.late : 0,
    waitingCount: settlements.ok
      ? settlements.answer.filter(({ state }) => state === "sent").length
      : 0,
    silentCount: silences.ok
      ? silences.answer.filter(({ silentCount }) => silentCount > 0).length
      : 0,
  });
  return { ok: true, answer };
};

/** The month of each boiler room that the caller may read, by name. */
async function linesOf(
  services: Services,
  { orgId, month }: Input<"getMonthlyLetter">,
  caller: Parameters<typeof getMonthlyLetter>[2],
): Promise<LetterLine[]> {
  const ids = [
    ...await projectsWithRole(services, { orgId, caller, role: "collect:boilerroom:read" }),
  ];
  const before = shiftMonth(month, -1);
  const lines = await readEachProject(ids, async (projectId) => {
    const { name: projectName } = await cachedProject(services, projectId);
    const rooms = (await cachedEquipments(services, projectId))
      .filter(({ record }) => record.kind === "boilerroom");
    return await Promise.all(rooms.map(async ({ id: boilerRoomId }) => {
      const readings = await readBalance(services, {
        projectId,
        boilerRoomId,
        months: [before, month],
      });
      const { boilerRoom = null } = readings ?? {};
      if (readings === null || boilerRoom === null) return [];
      const [earlier, own] = [before, month].map((one) =>
        monthReport({ ...readings, boilerRoom }, one)
      );
      if (earlier === undefined || own === undefined) return [];
      const line: LetterLine = {
        projectId,
        projectName,
        boilerRoomId,
        boilerRoomName: readings.boilerRoomName,
        knownDays: own.sameDays.days,
        energyBasis: ENERGY_BASES[SOURCE_KINDS[boilerRoom.sourceKind].fuel],
        ncKwh: own.heating.total,
        targetKwh: own.target.total,
        percent: own.rate.percent,
        status: own.status,
        percentBefore: earlier.rate.percent,
        statusBefore: earlier.status,
      };
      return [line];
    }));
  });
  return lines.flat(2).sort((a, b) =>
    compareValues(a.projectName, b.projectName) ||
    compareValues(a.boilerRoomName, b.boilerRoomName)
  );
}

export const getLetterReaders: Handler<"getLetterReaders"> = async ({ store }, { orgId }) => {
  const ids = await listIds(store, keys.letterReader.under(orgId));
  const accounts = await readById(store, ids, keys.account, accountRecord);
  const emails = ids.flatMap((id) => accounts.get(id)?.email ?? []).sort();
  return { ok: true, answer: { emails } };
};

/** Those who are chosen again keep the month of their last letter. @spec projects.letter-readers */
export const putLetterReaders: Handler<"putLetterReaders"> = (
  services,
  { orgId, body: { emails } },
  caller,
) => {
  const { store } = services;
  return transact(services, { caller, action: "putLetterReaders", orgId }, async (atomic) => {
    const accounts = await Promise.all(
      emails.map((email) => accountByEmail(store, emailKey(email))),
    );
    const chosen = accounts.flatMap((account) => account?.id ?? []);
    const members = await readById(store, chosen, (id) => keys.member(orgId, id), memberRecord);
    if (members.size < emails.length) return { ok: false, code: "unknown-user" };
    const stored = await listStored(store, keys.letterReader.under(orgId), letterReaderRecord);
    const known = new Set(stored.map(({ id }) => id));
    for (const { id } of stored) {
      if (!chosen.includes(id)) atomic.delete(keys.letterReader(orgId, id));
    }
    for (const id of chosen) {
      if (!known.has(id)) atomic.set(keys.letterReader(orgId, id), { month: null });
    }
    return { ok: true, answer: null, subject: emails.join(", ") };
  });
};
