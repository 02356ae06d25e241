/** Sends statements: one, or those of a season that are ready. @module */

import type { Services } from "@/lib/api/services.ts";
import { transact } from "@/lib/api/writes.ts";
import { newSecret, secretHash } from "@/lib/base/secrets.ts";
import { instantOf } from "@/lib/base/time_zones.ts";
import { eachBoilerRoom } from "@/lib/facilities/boiler_rooms.ts";
import { accountOf, type Caller } from "@/lib/identity/caller.ts";
import { keys } from "@/lib/store/keys.ts";
import { listIds } from "@/lib/store/store.ts";
import type { Answer, Handler, Outcome } from "./calls.ts";
import type { SettlementRecord } from "./records.ts";
import { readParts } from "./season_table.ts";
import { type RoomSeason, settlementOf, yearOfCall } from "./settlements.ts";
import { nextStatement } from "./states.ts";
import { operatorMail } from "./statement_mails.ts";
import { statementName } from "./text.ts";

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
