/** Computes the settlement of a season, and takes the answers to it. @module */

import { authorText } from "@/lib/alarms/text.ts";
import { withoutAuthor } from "@/lib/api/entity.ts";
import type { Services } from "@/lib/api/services.ts";
import { organisationOf, transact, versionOf } from "@/lib/api/writes.ts";
import { addDays, type IsoDate } from "@/lib/base/civil_dates.ts";
import { instantOf } from "@/lib/base/time_zones.ts";
import { secretHash } from "@/lib/base/secrets.ts";
import { fileFlow, sentWhole, storedFile } from "@/lib/documents/upload.ts";
import { safeFileName } from "@/lib/documents/upload_rules.ts";
import { removeFile } from "@/lib/documents/waiting_files.ts";
import { readEfficiencyRecords } from "@/lib/energy_balance/energy_settings.ts";
import { readBalance } from "@/lib/energy_balance/balance.ts";
import { latestOnOrBefore } from "@/lib/energy_balance/dated_settings.ts";
import { periodMonths } from "@/lib/energy_balance/year_report.ts";
import { energyPriceRecord } from "@/lib/energy_prices/records.ts";
import { pricesOf, tariffsOf } from "@/lib/energy_prices/year_cost.ts";
import { isBoilerRoom } from "@/lib/facilities/boiler_rooms.ts";
import { seasonsRecord } from "@/lib/facilities/records.ts";
import { SOURCE_KINDS } from "@/lib/facilities/source_kinds.ts";
import { pdfBytes } from "@/lib/files/pdf_writer.ts";
import { readAuthors } from "@/lib/identity/accounts.ts";
import { accountOf, type Caller } from "@/lib/identity/caller.ts";
import { organisationRecord } from "@/lib/organisations/records.ts";
import { readProject, todayAt } from "@/lib/residences/residences.ts";
import { keys } from "@/lib/store/keys.ts";
import type { SentStatementAt } from "@/lib/ui/links.ts";
import { cachedOutdoor } from "@/lib/weather/outdoor_temperatures.ts";
import { type Atomic, listStored, type MaybeEntry, readEntry } from "@/lib/store/store.ts";
import type { Handler, Input } from "./calls.ts";
import {
  priceIndexesRecord,
  type SettlementRecord,
  settlementRecord,
  type SheetRecord,
  termsRecord,
} from "./records.ts";
import type { SeasonSettlement, Settlement, StatementSheet } from "./schema.ts";
import {
  isSameContract,
  partOn,
  type SeasonPart,
  seasonParts,
  seasonSpan,
  uncoveredDays,
} from "./season_parts.ts";
import { seasonSheet } from "./season_sheet.ts";
import { sheetAuthors, shownSheet } from "./sheet_authors.ts";
import { effectiveState, mayFollow, stateAfter, tacitlyAcceptedMs } from "./states.ts";
import { answerMail } from "./operator.ts";
import { seasonPdf } from "./statement_pdf.ts";
import { djuSourceText } from "./statement_text.ts";
import { BY_LINK, BY_SILENCE, statementName } from "./text.ts";

/** A season of a boiler room. */
export interface RoomSeason {
  readonly projectId: string;
  readonly boilerRoomId: string;
  /** First year of the season. */
  readonly yearStart: number;
  /** A day of the contract whose part of the season is meant; null for the first one. */
  readonly day: IsoDate | null;
}

/** The first year of a season that a call names; null for another text. */
export function yearOfCall(
  { projectId, boilerRoomId, year, contract }:
    & Pick<Input<"getSettlement">, "projectId" | "boilerRoomId" | "year">
    & { readonly contract?: IsoDate | null | undefined },
): RoomSeason | null {
  const isYear = /^(19[7-9]|20[0-9])\d$/.test(year);
  return isYear
    ? { projectId, boilerRoomId, yearStart: Number(year), day: contract ?? null }
    : null;
}

export const getSettlement: Handler<"getSettlement"> = async (services, input) => {
  const at = yearOfCall(input);
  if (at === null) return { ok: false, code: "bad-period" };
  const answer = await settlementOf(services, at);
  return answer === null ? { ok: false, code: "not-found" } : { ok: true, answer: answer.season };
};

/** The settlement of a contract's part of a season, and its sheet as it would be stored; null without such a boiler room. @spec settlement.season, settlement.parts */
export async function settlementOf(
  services: Services,
  at: RoomSeason,
): Promise<{ readonly season: SeasonSettlement; readonly sheet: SheetRecord } | null> {
  const [computed, all] = await Promise.all([
    computedSheet(services, at),
    sentStatements(services, at),
  ]);
  if (computed === null) return null;
  const { sheet, isOver, parts, uncovered } = computed;
  const part = partOn(parts, at.day);
  const sent = all.filter((one) => partOn(parts, one.sheet.to) === part);
  const season = {
    yearStart: at.yearStart,
    parts: parts.map(({ from, to, terms }) => ({
      from,
      to,
      operator: terms.at(-1)?.operator ?? "",
    })),
    uncovered,
    isOver,
    draft: await shownSheet(services.store, sheet),
    sent,
    canSend: isOver && isReady(sheet) && mayFollow(sent[0]?.state ?? null, isNew(sheet, sent[0])),
  };
  return { season, sheet };
}

/** A provisional price, or a missing figure, is not sent. @spec settlement.frozen */
function isReady({ statement }: Pick<StatementSheet, "statement">): boolean {
  return statement !== null && !statement.isProvisional;
}

function isNew(sheet: Pick<StatementSheet, "statement">, latest: Settlement | undefined): boolean {
  return JSON.stringify(sheet.statement) !== JSON.stringify(latest?.sheet.statement);
}

/** The statements sent of a boiler room. @spec settlement.settled */
export const listStatements: Handler<"listStatements"> = async (services, at) =>
  await isBoilerRoom(services, at)
    ? { ok: true, answer: await sentStatements(services, at) }
    : { ok: false, code: "not-found" };

/** The statements sent of a season, else of every one, of every contract, latest first. */
async function sentStatements(
  services: Services,
  { projectId, boilerRoomId, yearStart }: Omit<RoomSeason, "day" | "yearStart"> & {
    readonly yearStart?: number;
  },
): Promise<Settlement[]> {
  const prefix = keys.settlement.under(projectId, boilerRoomId);
  const all = (await listStored(services.store, prefix, settlementRecord))
    .filter(({ record }) => yearStart === undefined || record.yearStart === yearStart)
    .sort((a, b) => b.record.yearStart - a.record.yearStart || b.record.number - a.record.number);
  return await Promise.all(
    all.map(({ id, record, entry }) => shownStatement(services, id, { ...entry, value: record })),
  );
}

export function readStatement(
  { store }: Services,
  { projectId, boilerRoomId, statementId }: SentStatementAt,
): Promise<MaybeEntry<SettlementRecord>> {
  return readEntry(
    store,
    keys.settlement(projectId, boilerRoomId, statementId),
    settlementRecord,
  );
}

/** A statement as it is shown: silence may have accepted it. */
export async function shownStatement(
  { store, now }: Pick<Services, "store" | "now">,
  id: string,
  entry: MaybeEntry<SettlementRecord> & { readonly value: SettlementRecord },
): Promise<Settlement> {
  const { linkHash, sheet, ...record } = entry.value;
  const acts = actsUntil(entry.value, now());
  const authorOf = await readAuthors(store, acts.flatMap(({ accountId }) => accountId || []));
  return {
    id,
    ...record,
    sheet: await shownSheet(store, sheet),
    acts: acts.map(({ accountId, by, file, ...act }) => ({
      ...act,
      fileName: file?.name ?? null,
      by: by ?? (accountId === null ? BY_LINK : authorText(authorOf(accountId))),
    })),
    state: effectiveState(entry.value, now()),
    hasLink: linkHash !== null,
    version: versionOf(entry),
  };
}

/** The acts of a statement, with the silence that has accepted it. */
function actsUntil(record: SettlementRecord, nowMs: number): SettlementRecord["acts"] {
  const acceptedMs = tacitlyAcceptedMs(record, nowMs);
  if (acceptedMs === null) return record.acts;
  const at = instantOf(acceptedMs);
  const silence = {
    state: "accepted",
    at,
    accountId: null,
    by: BY_SILENCE,
    comment: "",
    file: null,
  } as const;
  return [...record.acts, silence];
}

/** The sheet of a season as its readings, terms and prices are now; null without such a boiler room. */
async function computedSheet(
  services: Services,
  at: RoomSeason,
): Promise<
  {
    readonly sheet: SheetRecord;
    readonly isOver: boolean;
    readonly parts: readonly SeasonPart[];
    readonly uncovered: SeasonSettlement["uncovered"];
  } | null
> {
  const { projectId, boilerRoomId, yearStart } = at;
  const { store } = services;
  const months = periodMonths({ year: yearStart, shifted: true });
  const [
    readings,
    project,
    orgId,
    today,
    terms,
    indexes,
    prices,
    before,
    outdoor,
    [sources, settings, gasFactors],
    typed,
  ] = await Promise.all([
    readBalance(services, { projectId, boilerRoomId, months, byDay: true }),
    readProject(services, projectId),
    organisationOf(services, projectId),
    todayAt(services, projectId),
    listStored(store, keys.energyTerms.under(projectId, boilerRoomId), termsRecord),
    readEntry(store, keys.priceIndexes(projectId), priceIndexesRecord),
    listStored(store, keys.energyPrice.under(projectId), energyPriceRecord),
    sentStatements(services, { ...at, yearStart: yearStart - 1 }),
    cachedOutdoor(services, projectId),
    readEfficiencyRecords(services, at),
    readEntry(store, keys.heatingSeasons(projectId, boilerRoomId), seasonsRecord),
  ]);
  if (readings === null) return null;
  const { value: org } = await readEntry(store, keys.org(orgId), organisationRecord);
  const { boilerRoom, boilerRoomName, ...read } = readings;
  const { seasons } = readings;
  const records = terms.map(({ record }) => withoutAuthor(record));
  const query = { yearStart, seasons, today };
  const parts = seasonParts(records, query);
  const uncovered = uncoveredDays(records, query);
  const season = partOn(parts, at.day) ??
    { ...seasonSpan(seasons, yearStart), terms: [], isPart: false };
  const { from, isPart } = season;
  const to = season.to < today ? season.to : addDays(today, -1);
  const parties = { landlord: org?.name ?? "", residence: project.name, boilerRoomName };
  const isOver = season.to < today;
  if (boilerRoom === null) {
    const nothing = { terms: null, termsFrom: [], rows: [], missing: [], statement: null };
    const balance = { nc: null, target: null };
    const fault = "not-configured" as const;
    const sheet = { ...parties, from, to: season.to, djuSource: "", ...nothing, balance, fault };
    return { isOver, sheet, parts, uncovered };
  }
  const { fuel } = SOURCE_KINDS[boilerRoom.sourceKind];
  const room = { boilerRoomId, fuel };
  const priceRecords = prices.map(({ record }) => record);
  const sheet = seasonSheet({
    from,
    to,
    isPart,
    input: { ...read, boilerRoom, period: { year: yearStart, shifted: true } },
    terms: season.terms,
    tariffs: tariffsOf(priceRecords, room),
    indexValues: indexes.value?.values ?? [],
    previousGapPercent: before.find(({ sheet: { terms } }) =>
      terms !== null && season.terms.some((one) =>
        isSameContract(terms, one)
      )
    )?.sheet.statement?.gapPercent ?? null,
  });
  const djuId = latestOnOrBefore(boilerRoom.settings, to)?.djuSource;
  const station = outdoor.find(({ id }) => id === djuId)?.record;
  const djuSource = station ? djuSourceText(station, sheet.terms ?? {}) : "";
  const inForce = seasons.find((one) => one.yearStart === yearStart);
  const authors = sheetAuthors(sheet, {
    terms: terms.map(({ record }) => record),
    prices: pricesOf(priceRecords, room),
    indexes: indexes.value?.values ?? [],
    sources: sources.value ?? boilerRoom,
    settings: settings.value ?? [],
    // Only the volume of gas is converted by them.
    gasFactors: boilerRoom.sourceKind === "gaz-volume" ? gasFactors.value ?? [] : [],
    season: typed.value?.find((one) =>
      one.yearStart === yearStart && one.dateStart === inForce?.dateStart &&
      one.dateStop === inForce.dateStop
    ),
  });
  const whole = { ...parties, from, to, isPart, djuSource, authors, ...sheet };
  return { isOver, sheet: whole, parts, uncovered };
}

type StoredAct = SettlementRecord["acts"][number];
type Act = Pick<Input<"actOnSettlement">["body"], "act" | "comment">;

/** The statement after an act, or why it is refused. @spec settlement.states */
function afterAct(
  services: Pick<Services, "now">,
  record: SettlementRecord,
  { act, comment, accountId, file = null }:
    & Act
    & Pick<StoredAct, "accountId">
    & Partial<Pick<StoredAct, "file">>,
): SettlementRecord | "statement-state" | "comment-required" {
  if (act === "revoke-link") return { ...record, linkHash: null };
  const state = stateAfter(effectiveState(record, services.now()), act);
  if (state === null) return "statement-state";
  if (act === "contest" && comment === "") return "comment-required";
  const said = { state, at: instantOf(services.now()), accountId, comment, file };
  const acts = [...actsUntil(record, services.now()), said];
  return { ...record, state, acts, linkHash: act === "withdraw" ? null : record.linkHash };
}

export const actOnSettlement: Handler<"actOnSettlement"> = (
  services,
  { body, ...at },
  caller,
) => {
  const change = { caller, action: "actOnSettlement", projectId: at.projectId } as const;
  return transact(services, change, async (atomic) => {
    const { key, value } = await readStatement(services, at);
    if (value === null) return { ok: false, code: "not-found" };
    const after = afterAct(services, value, { ...body, accountId: accountOf(caller) });
    if (typeof after === "string") return { ok: false, code: after };
    atomic.set(key, after);
    return { ok: true, answer: null, subject: statementName(after) };
  });
};

/** The statement that a link opens; null when the link is wrong, revoked, or of a withdrawn statement. */
async function byLink(services: Services, input: Input<"readSentStatement">) {
  const { token } = input.body;
  const entry = await readStatement(services, input);
  const { value } = entry;
  return value !== null && value.linkHash === secretHash(token) ? { ...entry, value } : null;
}

/** Reads only: mail scanners open links. @spec settlement.link */
export const readSentStatement: Handler<"readSentStatement"> = async (services, input) => {
  const entry = await byLink(services, input);
  if (entry === null) return { ok: false, code: "not-found" };
  return { ok: true, answer: await shownStatement(services, input.statementId, entry) };
};

/** The file of a contest is checked and stored as that of a deposit. @spec settlement.link, settlement.contest */
export const answerSentStatement: Handler<"answerSentStatement"> = async (
  services,
  input,
  caller,
) => {
  const { file, fileName = "", act, comment } = input.body;
  // A wrong link may name no residence, which has no audit log.
  const entry = await byLink(services, input);
  if (entry === null) return { ok: false, code: "not-found" };
  const answered = { act, comment, accountId: null };
  const early = afterAct(services, entry.value, answered);
  if (typeof early === "string") return { ok: false, code: early };
  if (file === undefined || act === "accept") {
    return await writeAnswer(services, input, caller, answered);
  }
  const stored = await services.documents.room.run(
    () => storedFile(services, sentWhole(file)),
    file.length,
  );
  if ("code" in stored) return stored;
  const { id, size, keep } = stored;
  const contested = { ...answered, file: { id, name: safeFileName(fileName), size } };
  const written = await writeAnswer(services, input, caller, contested, keep);
  if (!written.ok) await removeFile(services, id);
  return written;
};

function writeAnswer(
  services: Services,
  input: Input<"answerSentStatement">,
  caller: Caller,
  answered: Parameters<typeof afterAct>[2],
  keep: (atomic: Atomic) => void = () => {},
) {
  const change = { caller, action: "answerSentStatement", projectId: input.projectId } as const;
  return transact<null, "not-found" | "statement-state" | "comment-required">(
    services,
    change,
    async (atomic) => {
      const entry = await byLink(services, input);
      if (entry === null) return { ok: false, code: "not-found" };
      const after = afterAct(services, entry.value, answered);
      if (typeof after === "string") return { ok: false, code: after };
      keep(atomic);
      atomic.set(entry.key, after);
      const mail = await answerMail(services, input, after);
      return { ok: true, answer: null, subject: statementName(after), mail };
    },
  );
}

/** @spec settlement.contest */
export const getStatementFile: Handler<"getStatementFile"> = async (services, input) => {
  const { value } = await readStatement(services, input);
  const contest = value?.acts.find(({ file }) => file !== null);
  return await fileFlow(services, contest?.file ?? null);
};

export const getSettlementPdf: Handler<"getSettlementPdf"> = async (services, input) => {
  const at = yearOfCall(input);
  if (at === null) return { ok: false, code: "bad-period" };
  const read = await settlementOf(services, at);
  if (read === null) return { ok: false, code: "not-found" };
  const pdf = seasonPdf(read.season, input.version);
  if (pdf === null) return { ok: false, code: "not-found" };
  const { title, fileName, pages } = pdf;
  const bytes = await pdfBytes({ title, now: services.now() }, pages);
  return { ok: true, answer: { fileName, bytes } };
};
