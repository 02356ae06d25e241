/** Lists an author's contributions with the names of their residences and subjects. @module */

import { readAlarms } from "@/lib/alarms/alarm_store.ts";
import { readEach } from "@/lib/base/concurrency.ts";
import { instantOf } from "@/lib/base/time_zones.ts";
import { readAsked, readMovable, readNames } from "@/lib/documents/document_details.ts";
import { equipmentRecord } from "@/lib/facilities/records.ts";
import type { PilotChange } from "@/lib/heating_control/setpoints.ts";
import { houseRecord } from "@/lib/housing/records.ts";
import { projectRecord } from "@/lib/residences/records.ts";
import { seriesRecord } from "@/lib/series/records.ts";
import { STATE_LABELS, statementName } from "@/lib/settlement/text.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Entry, type Key, readById, readNamed, type Store } from "@/lib/store/store.ts";
import type { SeriesRecord } from "@/lib/timeseries/schema.ts";
import { dataUnit } from "@/lib/timeseries/units.ts";
import {
  type Author,
  changesOf,
  CONTRIBUTIONS,
  entriesBy,
  type Family,
  isActOf,
} from "./contributions.ts";

/** What a user wrote in residences and documents. @spec accounts.contributions */
export async function ownContributions(store: Store, author: Author) {
  return {
    alarmComments: await alarmCommentsOf(store, author),
    alarmMutes: await alarmMutesOf(store, author),
    followUps: await followUpsOf(store, author),
    settlementActs: await settlementActsOf(store, author),
    indexValues: await indexValuesOf(store, author),
    annotations: await annotationsOf(store, author),
    manualIndexes: await manualIndexesOf(store, author),
    documentRequests: await documentRequestsOf(store, author),
    verdicts: await verdictsOf(store, author),
    documentActions: await documentActionsOf(store, author),
    projectTokens: await projectTokensOf(store, author),
    pilotChanges: await pilotChangesOf(store, author),
  };
}

async function alarmCommentsOf(store: Store, author: Author) {
  const own = await inResidences(store, CONTRIBUTIONS.alarmComment, author);
  const byResidence = [...Map.groupBy(own, ({ key }) => residenceIdOf(key))];
  const rows = await readEach(byResidence, async ([projectId, comments]) => {
    const ids = comments.map(({ key }) => String(key.at(-2)));
    const alarms = await readAlarms({ store }, projectId, ids);
    return comments.map(({ residence, value: { date, text } }, position) => ({
      residence,
      alarm: alarms.get(ids[position] ?? "")?.record.message ?? "",
      date,
      text,
    }));
  });
  return rows.flat();
}

async function alarmMutesOf(store: Store, author: Author) {
  const own = await inResidences(store, CONTRIBUTIONS.alarmMute, author);
  return own.map(({ residence, value: { reason, from, to } }) => ({ residence, reason, from, to }));
}

async function followUpsOf(store: Store, author: Author) {
  const own = (await entriesBy(store, CONTRIBUTIONS.followUp, author))
    // The keys of the others begin with the residence.
    .map(({ key: [family = "", , ...rest], ...entry }) => ({ ...entry, key: [family, ...rest] }));
  const residences = await residenceNames(store, own);
  return own.flatMap(({ key, value: { taken, postponed } }) => {
    const about = { residence: residences(key), kind: String(key[2]) };
    const isOwn = (act: { accountId: string } | null) => act?.accountId === author.accountId;
    return [
      ...taken && isOwn(taken) ? [{ ...about, at: taken.at, until: "" }] : [],
      ...postponed && isOwn(postponed)
        ? [{ ...about, at: postponed.at, until: postponed.until }]
        : [],
    ];
  });
}

async function settlementActsOf(store: Store, author: Author) {
  const own = await inResidences(store, CONTRIBUTIONS.settlement, author);
  return own.flatMap(({ residence, value }) =>
    value.acts.filter((act) => isActOf(act, author)).map(({ state, at, comment }) => ({
      ...{ residence, statement: statementName(value), act: STATE_LABELS[state], at, comment },
    }))
  );
}

async function indexValuesOf(store: Store, author: Author) {
  const own = await inResidences(store, CONTRIBUTIONS.priceIndexes, author);
  return own.flatMap(({ residence, value: { values } }) =>
    values.filter(({ accountId }) => accountId === author.accountId)
      .map(({ indexName, month, value, origin }) => ({
        residence,
        indexName,
        month,
        value,
        origin,
      }))
  );
}

async function annotationsOf(store: Store, author: Author) {
  const own = await inResidences(store, CONTRIBUTIONS.annotations, author);
  const places = own.map(({ key }) => [residenceIdOf(key), String(key.at(-1))] as const);
  const [series, equipment] = await Promise.all([
    readNamed(store, places.map(([of, id]) => [id, keys.dataseries(of, id)]), seriesRecord),
    readNamed(store, places.map(([of, id]) => [id, keys.equipment(of, id)]), equipmentRecord),
  ]);
  return own.flatMap(({ residence, key, value }) => {
    const annotatedId = String(key.at(-1));
    const about = equipment.get(annotatedId)?.name ?? seriesTitle(series.get(annotatedId));
    return value.filter(({ author: email }) => author.emails.has(email))
      .map(({ from, to, text, writtenAt }) => ({ residence, about, from, to, text, writtenAt }));
  });
}

async function manualIndexesOf(store: Store, author: Author) {
  const typed = await inResidences(store, CONTRIBUTIONS.manualIndex, author);
  const deleted = await inResidences(store, CONTRIBUTIONS.deletedReadings, author);
  const own = [
    ...typed,
    ...deleted.flatMap(({ residence, key, value: { value: { indexes } } }) =>
      indexes.filter(({ record }) => author.emails.has(record.email))
        .map(({ record }) => ({ residence, key, value: record }))
    ),
  ];
  const seriesKeys = own.map(({ key, value: { seriesId } }) =>
    [seriesId, keys.dataseries(residenceIdOf(key), seriesId)] as const
  );
  const dwellings = own.flatMap(({ key, value: { houseId } }) =>
    houseId === null ? [] : [[residenceIdOf(key), houseId] as const]
  );
  const [series, houses] = await Promise.all([
    readNamed(store, seriesKeys, seriesRecord),
    houseNames(store, dwellings),
  ]);
  return own.map(({ residence, value: { seriesId, houseId, date, value } }) => ({
    residence,
    dwelling: houses(houseId ?? ""),
    series: seriesTitle(series.get(seriesId)),
    date,
    value,
  }));
}

async function documentRequestsOf(store: Store, author: Author) {
  const own = await entriesBy(store, CONTRIBUTIONS.documentRequest, author);
  return await readEach(own, async ({ key, value }) => {
    const { typedoc, provider } = await readAsked(store, String(key[1]), value);
    return {
      document: typedoc?.name ?? "",
      provider: provider?.name ?? "",
      firstRequest: value.firstRequest,
      projectCount: value.projects.length,
    };
  });
}

async function verdictsOf(store: Store, author: Author) {
  const own = await entriesBy(store, CONTRIBUTIONS.document, author);
  return await readEach(own, async ({ key, value }) => {
    const [, orgId = "", requestId = "", documentId = ""] = key.map(String);
    const movable = await readMovable({ store }, { orgId, requestId, documentId });
    const names = movable && await readNames(store, movable);
    const { dueDate, state, compliance, comment, validateDate } = value;
    return {
      residence: names?.project?.name ?? "",
      document: names?.typedoc?.name ?? "",
      dueDate,
      state,
      compliance,
      comment,
      validatedAt: validateDate ?? "",
    };
  });
}

async function documentActionsOf(store: Store, author: Author) {
  const own = await entriesBy(store, CONTRIBUTIONS.documentAction, author);
  return own.map(({ value: { action, comment, createdAt, lineCount } }) => ({
    action,
    comment,
    createdAt,
    documentCount: lineCount,
  }));
}

async function projectTokensOf(store: Store, author: Author) {
  const own = await inResidences(store, CONTRIBUTIONS.tokenOf, author);
  return own.map(({ residence, value: { name, createdAt } }) => ({
    residence,
    name,
    createdAt: instantOf(createdAt),
  }));
}

/** Only the last change of each setting is stored. */
async function pilotChangesOf(store: Store, author: Author) {
  const [features, configs, modules] = await Promise.all([
    entriesBy(store, CONTRIBUTIONS.pilotFeatures, author),
    entriesBy(store, CONTRIBUTIONS.pilotConfig, author),
    entriesBy(store, CONTRIBUTIONS.pilotModule, author),
  ]);
  const [residences, houses] = await Promise.all([
    residenceNames(store, [...features, ...configs, ...modules]),
    houseNames(store, modules.map(({ key }) => [residenceIdOf(key), String(key.at(-1))])),
  ]);
  const rowsOf = (key: Key, changes: readonly PilotChange[], dwelling: string) =>
    changes.filter(({ accountId }) => accountId === author.accountId).map(({ epochS }) => ({
      residence: residences(key),
      dwelling,
      changedAt: instantOf(epochS * 1_000),
    }));
  return [
    ...[...features, ...configs].flatMap(({ key, value: { change } }) => rowsOf(key, [change], "")),
    ...modules.flatMap(({ key, value }) =>
      rowsOf(key, changesOf(value), houses(String(key.at(-1))))
    ),
  ];
}

function residenceIdOf([, projectId]: Key): string {
  return String(projectId);
}

/** The entries that an author wrote in residences, with the name of each residence; "" for a deleted one. */
async function inResidences<Value>(store: Store, family: Family<Value>, author: Author) {
  const own = await entriesBy(store, family, author);
  const residences = await residenceNames(store, own);
  return own.map((entry) => ({ ...entry, residence: residences(entry.key) }));
}

/** The names of the residences of some entries, by key; "" for a deleted one. */
async function residenceNames(store: Store, entries: readonly Entry[]) {
  const ids = [...new Set(entries.map(({ key }) => residenceIdOf(key)))];
  const projects = await readById(store, ids, (id) => keys.project(id), projectRecord);
  return (key: Key) => projects.get(residenceIdOf(key))?.name ?? "";
}

/** The names of dwellings, by id; "" for a deleted one. */
async function houseNames(
  store: Store,
  places: readonly (readonly [projectId: string, houseId: string])[],
) {
  const named = places.map(([projectId, houseId]) =>
    [houseId, keys.house(projectId, houseId)] as const
  );
  const houses = await readNamed(store, named, houseRecord);
  return (id: string) => houses.get(id)?.settings.name ?? "";
}

function seriesTitle(series: SeriesRecord | undefined): string {
  return series === undefined ? "" : series.renamed ?? dataUnit(series.dataUnitId).label;
}
