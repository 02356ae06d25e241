/** Schemas of alarms, comments, planned works, delays and alarm reports. @module */

import * as z from "zod/mini";
import * as field from "@/lib/base/field_schemas.ts";
import {
  draft,
  named,
  namedObject,
  storedObject,
  uniqueBy,
  versionedObject,
} from "@/lib/base/object_schemas.ts";
import {
  ALARM_HANDLERS,
  type AlarmHandler,
  type DelayedHandler,
  MOST_LITRES_PER_HOUR,
  MOST_NIGHTS,
} from "./alarm_handlers.ts";
import {
  isEverMailed,
  isWebhookUrl,
  WEBHOOK_SECRET_LENGTH,
  WEBHOOK_URL_LENGTH,
} from "./report_settings.ts";

const handler: z.ZodMiniType<AlarmHandler> = named("AlarmHandler", z.enum(ALARM_HANDLERS));
const scope = z.enum(["building", "boilerroom", "global"]);
/** The names and the address of a person who wrote something. */
export const author = z.object({
  lastName: field.anyText,
  firstName: field.anyText,
  email: field.anyText,
});

/** A handler with its French name. @spec alarms.subjects */
export const alarmHandlerEntry = namedObject("AlarmHandlerEntry", {
  handler,
  label: field.anyText,
});

/** A user's comment on an alarm. @spec alarms.lists */
export type AlarmComment = z.output<typeof alarmComment>;
const alarmComment = namedObject("AlarmComment", {
  id: field.id,
  author,
  date: field.instant,
  text: field.anyText,
});

/** A fault, from an instant. @spec alarms.lists */
export type Alarm = z.output<typeof alarm>;
export const alarm = namedObject("Alarm", {
  id: field.id,
  projectId: field.id,
  scope,
  handler,
  houseId: field.idOrNull,
  buildingId: field.idOrNull,
  boilerRoomId: field.idOrNull,
  /** The equipment, and the series whose readings show the fault; null when there is none. */
  equipmentId: field.idOrNull,
  seriesId: field.idOrNull,
  /** Instants; `end` is null while the alarm is open. */
  start: field.instant,
  end: field.instantOrNull,
  message: field.anyText,
  alarmComments: z.array(alarmComment),
  /** Its parent alarm; null when there is none. */
  parentId: field.idOrNull,
  /** Number of alarms that have had it as their parent. */
  childCount: field.figure,
  /** End of the mute of its mails; null when it is not muted. */
  mutedUntil: field.instantOrNull,
  /** The hot water of a circuit is below its lower bound, so legionella may grow; absent for any other fault. */
  coldHotWater: z.optional(z.literal(true)),
  /** Whether a user archived it: lists omit it. */
  archived: field.flag,
  /** Bounds of its readings when it was raised, in their unit; absent for other alarms, and older ones. */
  bounds: z.optional(z.object({ min: z.nullable(field.figure), max: z.nullable(field.figure) })),
});

/** A comment to add. @spec alarms.lists */
export const alarmCommentDraft = z.strictObject({ text: field.text(2_000) });

/** Works planned in a place: no alarm is raised for it meanwhile. @spec alarms.mutes */
export type AlarmMute = z.output<typeof alarmMute>;

const muteFields = {
  /** Place; with neither an equipment nor a dwelling, the whole residence. */
  equipmentId: field.idOrNull,
  houseId: field.idOrNull,
  /** null for every handler. */
  handler: z.nullable(handler),
  /** Instants, `to` excluded. */
  from: field.instant,
  to: field.instant,
  reason: field.text(500),
};

export const alarmMute = storedObject("AlarmMute", { ...muteFields, author });

/** Works to plan. */
export type AlarmMuteDraft = z.output<typeof alarmMuteDraft>;
export const alarmMuteDraft = draft({
  ...muteFields,
  from: field.typedInstant,
  to: field.typedInstant,
})
  .check(z.refine(({ from, to }) => Date.parse(from) < Date.parse(to), { path: ["to"] }))
  .check(
    z.refine(({ equipmentId, houseId }) => equipmentId === null || houseId === null, {
      path: ["houseId"],
    }),
  );

const delay = field.integerBetween(0, 24 * 60);

/** Minutes by handler. */
const delays = {
  "boilerroom-circuit": delay,
  "building-cmv": delay,
  "building-skydome": delay,
  "pilot-threshold": delay,
} satisfies Record<DelayedHandler, typeof delay>;

const nightFlow = z.optional(z.nullable(z.strictObject({
  nights: field.integerBetween(1, MOST_NIGHTS),
  litresPerHour: field.integerBetween(1, MOST_LITRES_PER_HOUR),
})));

const settingsFields = {
  ...delays,
  /** Water that runs at night; absent or null while it is not watched. */
  "water-night-flow": nightFlow,
};

/** When the alarms of a residence are raised. @spec alarms.delays, alarms.night-flow */
export const alarmSettings = versionedObject("AlarmSettings", settingsFields);

/** The night flow is unchanged when absent. */
export const alarmSettingsDraft = draft(settingsFields);

/** The alarms of a report: those of one handler, filtered. @spec alarms.mail-reports */
export type AlarmSelection = z.output<typeof selection>;
const selection = z.strictObject({
  handler,
  /** Accepted values by filter; an absent filter accepts all. */
  filters: z.record(
    z.string().check(z.minLength(1), z.maxLength(50)),
    z.array(field.id).check(z.maxLength(1_000)),
  ).check(z.refine((filters) => Object.keys(filters).length <= 20)),
});

const reportFields = {
  name: field.text(100),
  emails: field.emails(50, 1),
  notifyStart: field.flag,
  notifyEnd: field.flag,
  /** "1d", "2h"; empty for never. */
  notifyEvery: z.string().check(z.regex(/^([1-9]\d{0,3}[hd])?$/)),
  selections: z.array(selection).check(
    z.minLength(1),
    z.maxLength(ALARM_HANDLERS.length),
    uniqueBy("handler"),
  ),
};

const reportSettings = z.object(reportFields);

/** Settings of a mail report. @spec alarms.mail-reports */
export type AlarmReportSettings = z.output<typeof reportSettings>;

export type AlarmReport = z.output<typeof alarmReport>;
export const alarmReport = storedObject("AlarmReport", {
  ...reportFields,
  /** URL to which its alarms are also posted; empty for none. */
  webhookUrl: z.optional(field.anyText),
  /** Whether a secret signs the posts; the secret itself is never returned. */
  hasWebhookSecret: z.optional(field.flag),
  /** The last post, when it failed. */
  webhookFailure: z.optional(z.nullable(z.object({
    at: field.instant,
    answer: field.anyText,
    isGivenUp: field.flag,
  }))),
  refusedEmails: field.refusedEmails,
});

export type AlarmReportDraft = z.output<typeof alarmReportDraft>;
export const alarmReportDraft = draft({
  ...reportFields,
  /** Unchanged when absent. */
  webhookUrl: z.optional(
    z.string().check(
      z.maxLength(WEBHOOK_URL_LENGTH),
      z.refine((text) => text === "" || isWebhookUrl(text)),
    ),
  ),
  /** Unchanged when empty or absent. */
  webhookSecret: z.optional(z.union([
    z.literal(""),
    z.string().check(
      z.minLength(WEBHOOK_SECRET_LENGTH.min),
      z.maxLength(WEBHOOK_SECRET_LENGTH.max),
    ),
  ])),
}).check(z.refine(isEverMailed, { path: ["notifyEvery"] }));

/** A handler available to a report, with its filters. @spec alarms.choices */
export type AvailableSelection = z.output<typeof availableSelection>;
export const availableSelection = namedObject("AvailableSelection", {
  handler,
  label: field.anyText,
  filters: z.array(z.object({
    name: field.anyText,
    label: field.anyText,
    values: z.array(z.object({ value: field.anyText, label: field.anyText })),
  })),
});
