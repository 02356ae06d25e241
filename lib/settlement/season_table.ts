/** Lists the statements of a season, of every boiler room that one may read, and sends those that are ready. @module */

import type { Services } from "@/lib/api/services.ts";
import { transact } from "@/lib/api/writes.ts";
import { newSecret, secretHash } from "@/lib/base/secrets.ts";
import { instantOf } from "@/lib/base/time_zones.ts";
import { seasonsInForce } from "@/lib/energy_balance/heating_seasons.ts";
import { periodMonths } from "@/lib/energy_balance/year_report.ts";
import { eachBoilerRoom } from "@/lib/facilities/boiler_rooms.ts";
import { accountOf, type Caller } from "@/lib/identity/caller.ts";
import { todayAt } from "@/lib/residences/residences.ts";
import { keys } from "@/lib/store/keys.ts";
import { listIds, listStored } from "@/lib/store/store.ts";
import type { Answer, Handler, Outcome } from "./calls.ts";
import { operatorMail } from "./operator.ts";
import { type SettlementRecord, settlementRecord, termsRecord } from "./records.ts";
import type { SettlementLine } from "./schema.ts";
import {
  isSeasonCut,
  partOn,
  type SeasonPart,
  seasonParts,
  uncoveredDays,
} from "./season_parts.ts";
import { type RoomSeason, settlementOf, yearOfCall } from "./settlements.ts";
import { effectiveState, nextStatement } from "./states.ts";
import { statementName } from "./text.ts";

interface PartStatement {
  /** undefined for days that no contract covers. */
  readonly part: SeasonPart | undefined;
  /** Those days; undefined where no contract covers any of the season. */
  readonly uncovered?: SettlementLine["part"];
  /** The latest statement of the part; undefined while none was sent. */
  readonly latest: SettlementRecord | undefined;
}

/** What contracts cover of a season of a boiler room, with the latest statement of each; then the days of none. @spec settlement.parts */
export async function readParts(
  services: Services,
  { projectId, boilerRoomId, yearStart }: Omit<RoomSeason, "day">,
): Promise<PartStatement[]> {
  const { store } = services;
  const [stored, sent, today] = await Promise.all([
    listStored(store, keys.energyTerms.under(projectId, boilerRoomId), termsRecord),
    listStored(store, keys.settlement.under(projectId, boilerRoomId), settlementRecord),
    todayAt(services, projectId),
  ]);
  const terms = stored.map(({ record }) => record);
  const months = periodMonths({ year: yearStart, shifted: true });
  // Only a season that a contract cuts needs its dates.
  const seasons = isSeasonCut(terms, yearStart)
    ? await seasonsInForce(services, { projectId, boilerRoomId, months })
    : [];
  const season = { yearStart, seasons, today };
  const parts = seasonParts(terms, season);
  const own = sent.map(({ record }) => record)
    .filter((record) => record.yearStart === yearStart)
    .sort((a, b) => b.number - a.number);
  const stated = (parts.length === 0 ? [undefined] : parts).map((part) => ({
    part,
    latest: own.find(({ sheet }) => partOn(parts, sheet.to) === part),
  }));
  const uncovered = uncoveredDays(terms, season)
    .map((days) => ({ part: undefined, uncovered: days, latest: undefined }));
  return [...stated, ...uncovered];
}

/** The latest statement of each contract of a boiler room, and those without one. @spec settlement.table, settlement.several-rooms */
export const listSettlements: Handler<"listSettlements"> = async (
  services,
  { orgId, year },
  caller,
) => {
  const roles = { orgId, caller, role: "collect:boilerroom:read" } as const;
  const answer = await eachBoilerRoom(services, roles, async (room) => {
    const at = yearOfCall({ ...room, year });
    const parts = at === null ? [] : await readParts(services, at);
    return parts.map(({ part, uncovered = null, latest }): SettlementLine => {
      const statement = latest?.sheet.statement ?? null;
      const { isPart, from, to } = latest?.sheet ?? part ?? { isPart: false, from: "", to: "" };
      return {
        ...room,
        part: isPart ? { from, to } : uncovered,
        isCovered: part !== undefined || latest !== undefined,
        reference: (latest?.sheet.terms ?? part?.terms.at(-1))?.reference ?? "",
        state: latest === undefined ? null : effectiveState(latest, services.now()),
        operator: latest?.sheet.terms?.operator ?? part?.terms.at(-1)?.operator ?? "",
        sentAt: latest?.acts[0]?.at ?? null,
        gapPercent: statement?.gapPercent ?? null,
        ht: statement?.ht ?? null,
        vat: statement?.vat ?? null,
        ttc: statement?.ttc ?? null,
        payer: statement?.payer ?? null,
      };
    });
  });
  return { ok: true, answer: answer.flat() };
};

export const sendSettlement: Handler<"sendSettlement"> = async (services, input, caller) => {
  const at = yearOfCall({ ...input, ...input.body });
  return at === null ? { ok: false, code: "bad-period" } : await sendOne(services, at, caller);
};

/**
 * Freezes the statement of a season: later readings, prices and terms never change it.
 *
 * @spec settlement.frozen
 * @param isMailedOnly whether it is sent only to an operator who has the link by mail
 */
async function sendOne(
  services: Services,
  at: RoomSeason,
  caller: Caller,
  isMailedOnly = false,
): Promise<Outcome<"sendSettlement">> {
  const { projectId, boilerRoomId, yearStart } = at;
  const change = { caller, action: "sendSettlement", projectId } as const;
  const token = newSecret();
  return await transact<Answer<"sendSettlement">, "not-found" | "statement-not-ready">(
    services,
    change,
    async (atomic) => {
      const read = await settlementOf(services, at);
      if (read === null) return { ok: false, code: "not-found" };
      const { season, sheet } = read;
      if (!season.canSend) return { ok: false, code: "statement-not-ready" };
      // A statement of another contract of the season has its own numbers.
      const ids = await listIds(services.store, keys.settlement.under(projectId, boilerRoomId));
      const own = ids.filter((one) => one.startsWith(`${yearStart}-`));
      const id = `${yearStart}-${own.length + 1}`;
      const key = keys.settlement(projectId, boilerRoomId, id);
      const record: SettlementRecord = {
        ...nextStatement(season),
        sheet,
        state: "sent",
        acts: [{
          state: "sent",
          at: instantOf(services.now()),
          accountId: accountOf(caller),
          comment: "",
          file: null,
        }],
        linkHash: secretHash(token),
        document: null,
      };
      const mail = await operatorMail(services, { ...at, statementId: id }, { record, token });
      if (mail === null && isMailedOnly) return { ok: false, code: "statement-not-ready" };
      // Two people who send at once write one statement.
      atomic.check({ key, versionstamp: null }).set(key, record);
      const answer = { id, token, mailedCount: mail?.rows.length ?? 0 };
      return { ok: true, answer, subject: statementName(record), mail };
    },
  );
}

/** How long one call sends statements, ms. */
const SENDING_MS = 2_000;

/** Sends the statements of a season that were never sent, are ready, and reach their operator by mail. @spec settlement.run */
export const sendSettlements: Handler<"sendSettlements"> = async (
  services,
  { orgId, year, body: { after } },
  caller,
) => {
  const seasonOf = (room: string) => {
    const [projectId = "", boilerRoomId = ""] = room.split("/");
    return yearOfCall({ projectId, boilerRoomId, year });
  };
  if (seasonOf("") === null) return { ok: false, code: "bad-period" };
  const roles = { orgId, caller, role: "collect:boilerroom:write" } as const;
  const rooms = (await eachBoilerRoom(
    services,
    roles,
    ({ projectId, boilerRoomId }) => Promise.resolve(`${projectId}/${boilerRoomId}`),
  )).sort();
  const left = rooms.filter((room) => after === null || room > after);
  const untilMs = performance.now() + SENDING_MS;
  let [sentCount, doneCount] = [0, rooms.length - left.length];
  for (const room of left) {
    const at = seasonOf(room);
    doneCount++;
    for (const { part, latest } of at === null ? [] : await readParts(services, at)) {
      if (at === null || part === undefined || latest !== undefined) continue;
      const outcome = await sendOne(services, { ...at, day: part.from }, caller, true);
      if (outcome.ok) sentCount++;
    }
    const isEnd = doneCount === rooms.length;
    if (isEnd || performance.now() > untilMs) {
      const answer = { sentCount, doneCount, count: rooms.length, after: isEnd ? null : room };
      return { ok: true, answer };
    }
  }
  return { ok: true, answer: { sentCount, doneCount, count: rooms.length, after: null } };
};
