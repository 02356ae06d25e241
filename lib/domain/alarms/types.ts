/** What looks for alarms, in the order of the specification. @spec B §3 "Alarm handlers" */
export const ALARM_HANDLERS = [
  "accessory-status",
  "boilerroom-circuit",
  "boilerroom-errorcode",
  "boilerroom-faultdetector",
  "building-cmv",
  "building-skydome",
  "collect-online",
  "pilot-online",
  "pilot-threshold",
] as const;

/** One of {@link ALARM_HANDLERS}. */
export type AlarmHandler = typeof ALARM_HANDLERS[number];

/** A handler with its French name. @spec B §7 "/alarm-handlers" */
export interface AlarmHandlerEntry {
  handler: AlarmHandler;
  label: string;
}

/** The scope of an alarm. @spec B §3 "scope (building, boilerroom, global)" */
export type AlarmScope = "building" | "boilerroom" | "global";

/** A user's comment on an alarm. @spec B §3 "alarmComments" */
export interface AlarmComment {
  id: string;
  author: { lastName: string; firstName: string; email: string };
  /** Instant. */
  date: string;
  text: string;
}

/** Something wrong, from an instant on. @spec B §3 "Alarm" */
export interface Alarm {
  id: string;
  projectId: string;
  scope: AlarmScope;
  handler: AlarmHandler;
  houseId: string | null;
  buildingId: string | null;
  boilerRoomId: string | null;
  /** Instants; `end` is null while it is open. */
  start: string;
  end: string | null;
  message: string;
  alarmComments: AlarmComment[];
  /** The alarm it belongs to; null when it stands alone. */
  parentId: string | null;
}

/** A comment to add. @spec B §7 "comments" */
export interface AlarmCommentDraft {
  text: string;
}

/** Which alarms a report is about: those of one handler, filtered. @spec B §3 "selections[handler, filters]" */
export interface AlarmSelection {
  handler: AlarmHandler;
  /** Accepted values by filter; a filter left out accepts all. */
  filters: Record<string, string[]>;
}

/** Settings of a mail report. @spec B §3 "Alarm report" */
export interface AlarmReportSettings {
  name: string;
  emails: string[];
  notifyStart: boolean;
  notifyEnd: boolean;
  /** "1d", "2h"; empty for never. */
  notifyEvery: string;
  selections: AlarmSelection[];
}

/** A mail report. */
export interface AlarmReport extends AlarmReportSettings {
  id: string;
  version: string;
}

/** A mail report to write. */
export interface AlarmReportDraft extends AlarmReportSettings {
  version?: string | undefined;
}

/** A handler that a report may choose, with its filters. @spec B §7 "availableselections" */
export interface AvailableSelection {
  handler: AlarmHandler;
  label: string;
  filters: {
    name: string;
    label: string;
    values: { value: string; label: string }[];
  }[];
}
