import { family, type KeyDoc } from "./key.ts";

const SWEPT = "its own expiry, then swept";

/**
 * Every key of the store, with its content and lifetime.
 *
 * `keys.member(orgId, accountId)` builds a key and `keys.member.under(orgId)` the prefix of an
 * organisation's members. No other code builds a key.
 */
export const keys = {
  // Accounts
  account: family("account", ["accountId"], "e-mail, names, password hash, platform administrator"),
  accountByEmail: family("account_by_email", ["email"], "account id, by e-mail in lower case"),
  session: family(
    "session",
    ["idHash"],
    "account, kind, start and expiry of a browser's session",
    SWEPT,
  ),
  token: family(
    "token",
    ["tokenHash"],
    "what a token opens: account, provider, display or collector",
    SWEPT,
  ),
  providerSession: family(
    "provider_session",
    ["idHash"],
    "the mailed link that opened a provider's session, and its expiry",
    SWEPT,
  ),
  tokenOf: family(
    "token_of",
    ["ownerId", "tokenId"],
    "name, hash and dates of a token, for lists and revocation",
  ),
  resetCode: family(
    "reset_code",
    ["emailHash", "kind"],
    "hash and tries left of a code that sets a password",
    SWEPT,
  ),
  emailChange: family(
    "email_change",
    ["accountId"],
    "the address an account asks for, and the hash of the mailed link that proves it",
    SWEPT,
  ),
  refusedPage: family(
    "refused_page",
    ["holderHash", "path", "pageId"],
    "the page of a form that was refused, with what was typed, for the browser that sent it",
    SWEPT,
  ),
  sentForm: family(
    "sent_form",
    ["renderingHash"],
    "the answer to the last form taken from a rendering of a page, sealed by what was sent, for one sent once more",
    SWEPT,
  ),
  attempts: family("attempts", ["subject", "#windowS"], "attempts counted in one window", SWEPT),
  firstRunCode: family(
    "first_run_code",
    [],
    "hash of the code that opens the first account",
    "until the first account exists",
  ),

  // Organisations
  org: family("org", ["orgId"], "name and settings of an organisation"),
  orgFeatures: family(
    "org_features",
    ["orgId"],
    "features of an organisation (documentManagement)",
  ),
  orgRetention: family(
    "org_retention",
    ["orgId"],
    "for how many years an organisation keeps readings and figures",
  ),
  member: family("member", ["orgId", "accountId"], "membership, administrator or not"),
  orgOfAccount: family(
    "org_of_account",
    ["accountId", "orgId"],
    "mark: the account belongs to the organisation",
  ),
  team: family("team", ["orgId", "teamId"], "name, roles, users and tags of a team"),
  tag: family("tag", ["orgId", "tagId"], "a group of tags with its values"),

  // Providers and their documents
  provider: family("provider", ["orgId", "providerId"], "name and e-mails of a provider"),
  providerOfEmail: family(
    "provider_of_email",
    ["email", "orgId", "providerId"],
    "mark: the address, in lower case, is one of the provider's",
  ),
  contract: family(
    "contract",
    ["orgId", "contractId"],
    "name, residences and dated providers of a contract",
  ),
  typedoc: family(
    "typedoc",
    ["orgId", "typedocId"],
    "name, equipment and values of a document type",
  ),
  documentRequest: family(
    "document_request",
    ["orgId", "requestId"],
    "which documents are asked of a provider, of which residences and how often",
  ),
  document: family(
    "document",
    ["orgId", "requestId", "documentId"],
    "state, due dates, values and file of one occurrence of a request",
  ),
  documentIndex: family(
    "document_index",
    ["orgId", "list", "deadline", "requestId", "documentId"],
    "what a document is filtered and sorted by, in the order of deadlines in each list",
  ),
  documentChange: family(
    "document_change",
    ["orgId", "#writtenMs", "documentId"],
    "the places of the lists of documents that a commit changed, by time; the document is the first of them",
    "an hour",
  ),
  documentMaking: family(
    "document_making",
    ["orgId", "requestId"],
    "until which day the documents of a request were made",
  ),
  documentReminded: family(
    "document_reminded",
    ["orgId", "requestId", "documentId"],
    "the list and the deadline of which its provider was reminded, as long as the document is awaited",
  ),
  documentAction: family(
    "document_action",
    ["orgId", "actionId"],
    "a mass action on documents, and its progress",
    "a week",
  ),
  documentActionLines: family(
    "document_action_lines",
    ["actionId", "#part"],
    "twenty documents of an action, with what became of each",
    "a week",
  ),
  documentSending: family(
    "document_sending",
    ["orgId", "requestId", "documentId", "email"],
    "how much of a file that is sent in parts has arrived, for a person of a provider",
    SWEPT,
  ),
  waitingFiles: family(
    "waiting_files",
    ["email"],
    "the files that a person of a provider sent, which wait for their documents",
    SWEPT,
  ),
  documentMail: family(
    "document_mail",
    ["orgId", "kind", "recipientId"],
    "when a provider or an account was last written to about documents",
  ),

  // Projects and roles
  project: family(
    "project",
    ["projectId"],
    "name, code, address, tags, flags and time zone of a residence",
  ),
  projectOfOrg: family(
    "project_of_org",
    ["orgId", "projectId"],
    "mark: the residence belongs to the organisation",
  ),
  projectByCode: family(
    "project_by_code",
    ["orgId", "code"],
    "project id: a code is used once in an organisation",
  ),
  projectFeatures: family("project_features", ["projectId"], "features of a residence"),
  roles: family("roles", ["projectId", "accountId"], "roles granted directly on a residence"),
  rolesOfAccount: family(
    "roles_of_account",
    ["accountId", "projectId"],
    "mark: the account has direct roles there",
  ),

  // Facilities
  equipment: family(
    "equipment",
    ["projectId", "equipmentId"],
    "kind, name, parent and settings of an equipment",
  ),
  boilerRoom: family(
    "boiler_room",
    ["projectId", "boilerRoomId"],
    "settings of a boiler room that are not in its equipment",
  ),
  device: family(
    "device",
    ["projectId", "boilerRoomId", "deviceId"],
    "a heat pump, solar panels or a vehicle charger",
  ),
  efficiencySources: family(
    "efficiency_sources",
    ["projectId", "boilerRoomId"],
    "what a boiler room burns and makes, and by which series",
  ),
  efficiencySettings: family(
    "efficiency_settings",
    ["projectId", "boilerRoomId"],
    "dated settings of the energy balance, one list",
  ),
  gasFactors: family("gas_factors", ["projectId", "boilerRoomId"], "dated gas factors, one list"),
  heatingSeasons: family(
    "heating_seasons",
    ["projectId", "equipmentId"],
    "heating seasons, one list",
  ),
  annotations: family(
    "annotations",
    ["projectId", "annotatedId"],
    "what is to be known of some days of a series or of a boiler room, one list",
  ),
  outdoorSource: family(
    "outdoor_source",
    ["projectId", "outdoorSourceId"],
    "name and kind of an outdoor source of a residence or an organisation",
  ),
  djuDays: family(
    "dju_days",
    ["sourceId", "#year"],
    "imported or measured DJU of each day of a year",
  ),
  djuMonths: family("dju_months", ["sourceId", "#year"], "typed DJU of each month of a year"),

  // Dwellings
  accOperation: family(
    "acc_operation",
    ["projectId"],
    "name, start and sharing of a collective self-consumption",
  ),
  accProducer: family(
    "acc_producer",
    ["projectId", "producerId"],
    "a generator of a collective self-consumption",
  ),
  accConsumer: family(
    "acc_consumer",
    ["projectId", "consumerId"],
    "who is supplied by a collective self-consumption, and when",
  ),
  house: family("house", ["projectId", "houseId"], "kind, serial and settings of a dwelling"),
  houseBySerial: family(
    "house_by_serial",
    ["projectId", "serial"],
    "house id: a serial is used once in a residence",
  ),
  houseType: family(
    "house_type",
    ["projectId", "houseTypeId"],
    "name, area and occupants of a kind of dwelling",
  ),
  anonymousGroup: family(
    "anonymous_group",
    ["projectId", "anonymousGroupId"],
    "name of a group of dwellings shown together",
  ),
  moduleRights: family(
    "module_rights",
    ["projectId", "houseId"],
    "what the occupants' application may do in a dwelling",
  ),
  reportSettings: family(
    "report_settings",
    ["projectId"],
    "references, prices and image of the consumption reports",
  ),
  reportMails: family(
    "report_mails",
    ["projectId"],
    "the first month whose consumption reports are mailed to occupants; none while they are not",
  ),
  reportMailed: family(
    "report_mailed",
    ["projectId", "houseId"],
    "the last month whose report was mailed to the occupants of a dwelling, to which, and when",
    "as long as its dwelling",
  ),
  pilotThreshold: family(
    "pilot_threshold",
    ["projectId", "dataSeriesId"],
    "from which value on a series of the pilot side raises an alarm",
  ),
  pilotFeatures: family(
    "pilot_features",
    ["projectId"],
    "what the modules of a residence are driven for, and how far occupants may go",
  ),
  pilotConfig: family(
    "pilot_config",
    ["projectId"],
    "the configuration that the modules of a residence follow",
  ),
  pilotModule: family(
    "pilot_module",
    ["projectId", "moduleId"],
    "what is asked of a module: its own configuration, presence, its occupant's choice",
  ),
  pilotReport: family(
    "pilot_report",
    ["projectId", "moduleId"],
    "what a gateway last said of a module: the revision applied, temperatures, presence",
  ),
  pilotPoll: family(
    "pilot_poll",
    ["projectId"],
    "when a gateway last asked for the wishes of the modules of a residence",
  ),
  pilotRevision: family(
    "pilot_revision",
    ["projectId"],
    "number of the last change of what is asked of the modules of a residence",
  ),
  housingAlert: family(
    "housing_alert",
    ["projectId", "alertId"],
    "a message to the tenants of a residence, its days and whom it is for",
  ),
  displayMessage: family(
    "display_message",
    ["projectId", "messageId"],
    "a message of the information screen of a residence, with its days and priority",
  ),
  displayContact: family(
    "display_contact",
    ["projectId", "contactId"],
    "a contact of the information screen of a residence",
  ),
  occupancies: family(
    "occupancies",
    ["projectId", "houseId"],
    "who lives in a dwelling and has lived there, each with their days and their agreement",
  ),
  homeOfAccount: family(
    "home_of_account",
    ["accountId", "projectId", "houseId"],
    "the occupancy for which the account was given the page of a dwelling, and whether it is open",
  ),

  // Series
  dataseries: family("dataseries", ["projectId", "seriesId"], "unit, name and source of a series"),
  seriesSource: family("series_source", ["projectId", "sourceKey"], "the series a source feeds"),
  unknownSource: family(
    "unknown_source",
    ["projectId", "sourceKey"],
    "a source no series claims, with its last values",
    "until attached or dismissed",
  ),
  uplink: family(
    "uplink",
    ["projectId", "deduplicationId"],
    "an event of a LoRaWAN device that has been taken",
    "24 hours",
  ),
  arrival: family(
    "arrival",
    ["projectId", "#bucket", "batch"],
    "readings of one request or a part of it; the name ends with its rank in its commit",
    "until compacted",
  ),
  refusedSources: family(
    "refused_sources",
    ["projectId"],
    "how many readings of which sources were refused, why and since when",
    "a week after the last of each",
  ),
  clockMark: family(
    "clock_mark",
    [],
    "the newest time that collectors gave with readings that were kept",
  ),
  points: family(
    "points",
    ["projectId", "seriesId", "#month", "#slot"],
    "readings of a series in time order, compressed, with a CRC",
  ),
  seriesDays: family(
    "series_days",
    ["projectId", "seriesId", "#halfMonth"],
    "figures of the days of half a month",
  ),
  seriesMonths: family(
    "series_months",
    ["projectId", "seriesId", "#year"],
    "figures of the twelve months of a year",
  ),
  seriesHead: family(
    "series_head",
    ["projectId", "seriesId"],
    "kind, last reading and dated events of a series, and up to when it is no longer kept",
  ),
  projectYear: family(
    "project_year",
    ["projectId", "#year", "#part"],
    "months of every series of a residence in a year",
    "a cache: rebuilt when missing",
  ),
  purgeLine: family(
    "purge_line",
    ["projectId", "line"],
    "what was removed of a residence's series for its age up to a day, or came too late for one",
  ),
  compaction: family(
    "compaction",
    ["projectId"],
    "time zone of the figures, who compacts, how many times it was done",
  ),

  // Alarms
  alarmWatching: family(
    "alarm_watching",
    ["projectId"],
    "in how many parts the positions of subjects at rest are; every commit of alarms changes it",
  ),
  alarmWatch: family(
    "alarm_watch",
    ["projectId", "subjectKey"],
    "since when something watched in a residence is wrong, and the alarm it has raised",
    "until it is right",
  ),
  alarmRest: family(
    "alarm_rest",
    ["projectId", "#part"],
    "the last readings looked at of what is watched in a residence and is right",
  ),
  openAlarm: family(
    "open_alarm",
    ["projectId", "alarmId"],
    "what is wrong with which subject of a residence, and since when; ids are in the order of starts",
    "until it ends",
  ),
  closedAlarm: family(
    "closed_alarm",
    ["projectId", "alarmId"],
    "an alarm that has ended or was archived",
    "as long as the organisation keeps figures of months",
  ),
  alarmComment: family(
    "alarm_comment",
    ["projectId", "alarmId", "commentId"],
    "what a user has written about an alarm",
    "as long as its alarm",
  ),
  alarmEvent: family(
    "alarm_event",
    ["orgId", "projectId", "alarmId", "kind"],
    "when an alarm has started or ended, for the mails about it",
    "until it was mailed",
  ),
  alarmMute: family(
    "alarm_mute",
    ["projectId", "muteId"],
    "works planned in a residence, during which alarms are muted",
    "as long as the organisation keeps figures of months, once they have ended",
  ),
  alarmSettings: family(
    "alarm_settings",
    ["projectId"],
    "for how long values are outside their bounds before they raise alarms",
  ),

  // Mail reports and background reports
  alarmReport: family(
    "alarm_report",
    ["projectId", "reportId"],
    "a mail report about the alarms of a residence",
  ),
  orgAlarmReport: family(
    "org_alarm_report",
    ["orgId", "reportId"],
    "a mail report about the alarms of an organisation",
  ),
  userAlarmReport: family(
    "user_alarm_report",
    ["orgId", "accountId", "reportId"],
    "a personal mail report",
  ),
  alarmMail: family(
    "alarm_mail",
    ["orgId", "ownerId", "reportId"],
    "when a mail report reminded of alarms, and the alarms it wrote about that other reports still wait for",
    "as long as its report",
  ),
  webhookPost: family(
    "webhook_post",
    ["#dueMs", "workId"],
    "a post to the webhook of a mail report, queued with its mail",
    "until it is taken or given up",
  ),
  webhookFailure: family(
    "webhook_failure",
    ["ownerId", "reportId"],
    "the last post to the webhook of a mail report that was not taken",
    "until one is taken, 30 days at most",
  ),
  mailRefusal: family(
    "mail_refusal",
    ["ownerId", "reportId", "email"],
    "when the server of an address refused the last mail of a mail report or to a provider",
    "until one is taken, 30 days at most",
  ),
  queuedReport: family(
    "queued_report",
    ["accountId", "reportId"],
    "a requested report, and its progress",
    "30 days",
  ),
  reportOrder: family(
    "report_order",
    ["reportId"],
    "which consumption reports are to be made, for whom",
    "until they are made",
  ),
  reportOrderHouses: family(
    "report_order_houses",
    ["reportId", "#part"],
    "five hundred dwellings of an order of consumption reports",
    "until they are made",
  ),

  manualIndex: family(
    "manual_index",
    ["projectId", "indexId"],
    "a meter index typed by hand: its series, its dwelling, its day, and who typed it",
  ),

  // Gas delivery points
  gasPce: family(
    "gas_pce",
    ["orgId", "pce"],
    "consent, last index, last asking and successive boiler rooms of a gas delivery point",
  ),
  gasPceOwner: family(
    "gas_pce_owner",
    ["pce"],
    "the organisation that a gas delivery point is asked for",
    "until it no longer names it",
  ),
  gasLines: family(
    "gas_lines",
    ["orgId", "pce", "type", "#year"],
    "informative or published lines of a gas delivery point's year",
  ),

  // Files
  blob: family("blob", ["blobId"], "size, parts and CRC of a file: written last"),
  blobPart: family("blob_part", ["blobId", "#part"], "60 KiB of a file, with its CRC"),

  // Running
  cache: family(
    "cache",
    ["keyHash"],
    "an answer of another host or a page, with its freshness",
    SWEPT,
  ),
  version: family("version", ["scope", "id"], "a number every write bumps, part of cache keys"),
  outbox: family(
    "outbox",
    ["#dueMs", "workId"],
    "a mail to one recipient, queued with its cause: what it says is sealed",
    "until sent or given up",
  ),
  outboxFailed: family("outbox_failed", ["workId"], "a mail given up, and why", "30 days"),
  mailSecret: family("mail_secret", [], "the secret that closes what queued mails carry"),
  lease: family("lease", ["name"], "who runs a job, and until when", SWEPT),
  jobRun: family("job_run", ["name"], "last run of a job, and what went wrong last"),
  audit: family("audit", ["scopeId", "#atMs", "auditId"], "who did what, when", "5 years"),
  probe: family(
    "probe",
    [],
    "nothing: written and removed at start to know the store can be written",
    "an instant",
  ),

  stockImport: family(
    "stock_import",
    ["orgId", "importId"],
    "an import of a landlord's stock: what was tried, and how far it has gone",
    "a week",
  ),
  stockLines: family(
    "stock_lines",
    ["importId", "#part"],
    "twenty lines of an import, with what each would do or did",
    "a week",
  ),

  // Demo
  visitor: family(
    "visitor",
    ["visitorId"],
    "prefix of everything a demo visitor wrote, followed by the real key",
    "a day",
  ),
};

/** Key families of older versions, no longer read: a job deletes the entries, and `kv:check` accepts them meanwhile. */
export const RETIRED_KEYS = [
  family("provider_of_project", ["projectId", "providerId"], "name of a provider", "until swept"),
];

/** Documentation of every family of keys, in the order of this file. */
export function keyDocs(): readonly KeyDoc[] {
  return Object.values(keys).map((built) => built.doc);
}

export function keysDocument(): string {
  const rows = keyDocs().map(({ name, params, holds, lasts }) =>
    `| \`${
      [name, ...params.map((param) => `{${param.replace("#", "")}}`)].join(" / ")
    }\` | ${holds} | ${lasts} |`
  );
  return [
    "# Keys of the store",
    "",
    "Generated from `lib/backend/kv/keys.ts` by `deno task docs`.",
    "",
    "| Key | Holds | Lasts |",
    "| --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
}
