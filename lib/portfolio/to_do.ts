/** Makes one list of what there is to do across the residences: what, where, since when, whose, until when. @module */

import type { AlarmHandler } from "@/lib/alarms/alarm_handlers.ts";
import type { Alarm } from "@/lib/alarms/schema.ts";
import { daysBetween, type IsoDate } from "@/lib/base/civil_dates.ts";
import { sumBy } from "@/lib/base/sums.ts";
import { civilDateOf } from "@/lib/base/time_zones.ts";
import type { DocumentCounts } from "@/lib/documents/schema.ts";
import { aboveThreshold } from "@/lib/energy_balance/comparison.ts";
import type { RoomFigures } from "@/lib/energy_signature/schema.ts";
import { driftTitle } from "@/lib/energy_signature/text.ts";
import { alarmingConsents, consentAlarm } from "@/lib/gas/pce_rules.ts";
import type { GasPce } from "@/lib/gas/schema.ts";
import { consentText } from "@/lib/gas/text.ts";
import { withoutChildren } from "@/lib/residences/open_alarms.ts";
import type { ProjectSilence } from "@/lib/series/schema.ts";
import { links } from "@/lib/ui/links.ts";
import { writeFilters } from "@/lib/ui/tables.ts";
import type { FollowUp } from "./schema.ts";
import {
  documentsText,
  type FollowedSubject,
  gapText,
  silenceText,
  stationText,
  TO_DO_KINDS,
  type ToDo,
  type ToDoKind,
} from "./text_to_do.ts";

/** A thing to do, before who follows it is known. */
type Found = Omit<ToDo, "followUp">;

/** What is read to find the things to do; null where it may not be read. */
export interface ToDoSources {
  readonly alarms: readonly Alarm[];
  readonly rooms: readonly RoomFigures[] | null;
  readonly silences: readonly ProjectSilence[] | null;
  readonly pces: readonly GasPce[] | null;
  readonly documents: DocumentCounts | null;
  /** Name and time zone by residence id. */
  readonly residences: ReadonlyMap<
    string,
    { readonly name: string; readonly timeZone: string | undefined }
  >;
  readonly followUps: readonly FollowUp[];
  readonly today: IsoDate;
}

/**
 * The things to do, the most urgent kind first; inside a kind, the longest first for alarms, the greatest for
 * consumptions, the order of their own list for the others.
 *
 * @spec projects.to-do
 */
export function toDoList(sources: ToDoSources): ToDo[] {
  const found: Found[] = [
    ...alarmLines(sources),
    ...consumptionLines(sources),
    ...silenceLines(sources),
    ...consentLines(sources),
    ...documentLines(sources.documents),
  ];
  const followed = new Map(sources.followUps.map((one) => [keyOf(one, one.subjectId), one]));
  const order = new Map(TO_DO_KINDS.map((kind, position) => [kind, position]));
  return found
    .map((one) => ({ ...one, followUp: followUpOf(one, followed) }))
    .sort((a, b) => (order.get(a.kind) ?? 0) - (order.get(b.kind) ?? 0));
}

/** A thing that was followed before it began again is followed no more. */
function followUpOf({ subject, since }: Found, followed: ReadonlyMap<string, FollowUp>) {
  const one = subject && followed.get(keyOf(subject, subject.id));
  if (!one) return null;
  const isOlder = (at: string | undefined) => at !== undefined && since !== null && at < since;
  const taken = isOlder(one.taken?.at) ? null : one.taken;
  const postponed = isOlder(one.postponed?.at) ? null : one.postponed;
  return taken === null && postponed === null ? null : { ...one, taken, postponed };
}

function keyOf({ projectId, kind }: Pick<FollowedSubject, "projectId" | "kind">, id: string) {
  return `${projectId} ${kind} ${id}`;
}

/** Whether a thing is put off on a day: it is back on the day it was put off to. @spec projects.follow-up */
export function isPostponed({ followUp }: Pick<ToDo, "followUp">, today: IsoDate): boolean {
  const until = followUp?.postponed?.until;
  return until !== undefined && today < until;
}

/** Days since a thing began; null when no day is known. */
export function ageDays({ since }: Pick<ToDo, "since">, today: IsoDate): number | null {
  return since === null ? null : Math.max(0, daysBetween(since, today));
}

const KIND_OF_HANDLER: Readonly<Record<AlarmHandler, ToDoKind>> = {
  "accessory-status": "access",
  "boilerroom-circuit": "temperature",
  "boilerroom-errorcode": "boiler-fault",
  "boilerroom-faultdetector": "boiler-fault",
  "building-cmv": "ventilation",
  "building-skydome": "skydome",
  "collect-online": "silence",
  "pilot-online": "silence",
  "pilot-threshold": "heating-control",
  "water-night-flow": "water-at-night",
  "energy-drift": "drift",
};

/** The open alarms, the longest first; without those that the drifts and the silences of residences say. */
function alarmLines({ alarms, rooms, silences, residences }: ToDoSources): Found[] {
  const drifting = new Set(
    rooms?.flatMap(({ boilerRoomId, isDriftSought }) => isDriftSought ? [boilerRoomId] : []),
  );
  const silent = new Set(
    silences?.flatMap(({ projectId, silentCount, station }) =>
      silentCount > 0 && station === undefined ? [projectId] : []
    ),
  );
  const isSaid = ({ handler, boilerRoomId, projectId }: Alarm) =>
    handler === "energy-drift"
      ? drifting.has(boilerRoomId ?? "")
      : KIND_OF_HANDLER[handler] === "silence" && silent.has(projectId);
  return withoutChildren(alarms)
    .filter((alarm) => !isSaid(alarm))
    .toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start))
    .map((alarm) => {
      const { id, projectId, handler, message, start, mutedUntil } = alarm;
      const { name = "", timeZone } = residences.get(projectId) ?? {};
      const dayOf = (instant: string) => civilDateOf(Date.parse(instant), timeZone);
      return {
        ...NOBODY,
        kind: alarm.coldHotWater === true ? "cold-hot-water" : KIND_OF_HANDLER[handler],
        what: message,
        href: links.alarm(projectId, id),
        where: name,
        since: dayOf(start),
        due: mutedUntil && dayOf(mutedUntil),
        subject: alarmSubject(alarm),
      };
    });
}

/** What one follows of an alarm: for a drift, its boiler room, of which another alarm may be raised. */
export function alarmSubject(
  { id, projectId, handler, boilerRoomId }: Pick<
    Alarm,
    "id" | "projectId" | "handler" | "boilerRoomId"
  >,
): FollowedSubject {
  return handler === "energy-drift" && boilerRoomId !== null
    ? { projectId, kind: "boiler-room", id: boilerRoomId }
    : { projectId, kind: "alarm", id };
}

const NOBODY = { due: null, owner: "", emails: [] } as const;

/**
 * The boiler rooms that use too much: where a drift is sought, those that drift, the most lost energy first; elsewhere
 * those whose gap of thirty days exceeds the threshold.
 */
function consumptionLines({ rooms }: ToDoSources): Found[] {
  const drifting = (rooms ?? []).flatMap((line) =>
    line.drift?.verdict === "drift" ? [{ ...line, drift: line.drift }] : []
  ).toSorted((a, b) => b.drift.lostKwh - a.drift.lostKwh);
  const wasting = aboveThreshold((rooms ?? []).filter((one) => !one.isDriftSought));
  return [
    ...drifting.map((line): Found => ({
      ...ofRoom(line),
      kind: "drift",
      what: driftTitle(line.drift),
      href: links.signature(line.projectId, line.boilerRoomId),
      since: line.drift.since,
    })),
    ...wasting.map((line): Found => ({
      ...ofRoom(line),
      kind: "gap",
      what: line.gap === null ? "" : gapText(line.gap),
      href: links.energyBalance(line.projectId, line.boilerRoomId),
      since: null,
    })),
  ];
}

function ofRoom({ projectId, projectName, boilerRoomId, boilerRoomName }: RoomFigures) {
  return {
    ...NOBODY,
    where: `${projectName}, ${boilerRoomName}`,
    subject: { projectId, kind: "boiler-room", id: boilerRoomId } as const,
  };
}

/** The residences whose readings, or whose weather station, stopped or never came. */
function silenceLines({ silences }: ToDoSources): Found[] {
  return (silences ?? []).map((silence): Found => {
    const { projectId, projectName, expectedCount, silentCount, lastAt, timeZone, station } =
      silence;
    if (station !== undefined) {
      return {
        ...WITH_NOBODY,
        kind: "silence",
        what: stationText(station),
        href: links.outdoorSource(projectId, station.outdoorSourceId),
        where: projectName,
        since: station.lastDay,
      };
    }
    const isMute = lastAt !== null && silentCount === expectedCount;
    return {
      ...NOBODY,
      kind: "silence",
      what: silenceText(silence),
      // The alarms name the sensors; what never came has none.
      href: lastAt === null ? links.residence(projectId) : links.alarms(projectId),
      where: projectName,
      since: isMute ? civilDateOf(Date.parse(lastAt), timeZone) : null,
      subject: { projectId, kind: "silence", id: projectId },
    };
  });
}

function consentLines({ pces, today }: ToDoSources): Found[] {
  return alarmingConsents(pces ?? [], today).flatMap(
    ({ pce, name, projectId, projectName, consent }) => {
      if (consent === null) return [];
      const alarm = consentAlarm(consent, today);
      return [{
        ...NOBODY,
        kind: "gas-consent",
        what: consentText(consent, alarm),
        href: links.gasYear(pce),
        where: [projectName, name].filter(Boolean).join(", ") || pce,
        since: alarm?.kind === "ended" ? consent.endDate : null,
        // What is revoked or awaited gives nothing before its end either.
        due: alarm?.kind === "ends" ? consent.endDate : null,
        subject: projectId === null ? null : { projectId, kind: "gas-consent", id: pce },
      }];
    },
  );
}

/** The late documents of each provider, the oldest first, then what was refused and what awaits a verdict. */
function documentLines(counts: DocumentCounts | null): Found[] {
  if (counts === null) return [];
  const { refused, toValidate, lateOf = [] } = counts;
  const byProvider = Map.groupBy(lateOf, ({ providerName }) => providerName);
  const late = [...byProvider].map(([owner, some]): Found => {
    const [only, ...others] = new Set(some.map(({ projectName }) => projectName));
    const oldest = some.map(({ since }) => since).sort()[0] ?? null;
    return {
      ...WITH_NOBODY,
      kind: "documents-late",
      what: documentsText("late", sumBy(some, ({ count }) => count)),
      href: links.documentList("late", writeFilters({ provider: owner })),
      where: others.length === 0 ? only ?? "" : "",
      since: oldest,
      owner,
      emails: some[0]?.emails ?? [],
    };
  }).sort((a, b) => (a.since ?? "") < (b.since ?? "") ? -1 : 1);
  const others = [["refused", refused], ["to-validate", toValidate]] as const;
  return [
    ...late,
    ...others.filter(([, count]) => count > 0).map(([list, count]): Found => ({
      ...WITH_NOBODY,
      kind: `documents-${list}`,
      what: documentsText(list, count),
      href: links.documentList(list),
    })),
  ];
}

const WITH_NOBODY = { ...NOBODY, where: "", since: null, subject: null } as const;
