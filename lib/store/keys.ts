/** Every family of keys of the store, with what it holds. @module */

import { families, family, type KeyDoc } from "./key_families.ts";

/**
 * Every key of the store: its parameters and its content.
 *
 * `keys.member(orgId, accountId)` builds a key and `keys.member.under(orgId)` the prefix of an
 * organisation's members. No other code builds a key.
 */
export const keys = families({
  // Accounts
  account: [["accountId"], "e-mail, names, password hash, platform administrator"],
  accountByEmail: [["email"], "account id, by e-mail in lower case"],
  session: [["idHash"], "account, kind, start and expiry of a browser's session"],
  token: [["tokenHash"], "what a token opens: account, provider, display or collector"],
  providerSession: [
    ["idHash"],
    "the mailed link that opened a provider's session, and its expiry",
  ],
  tokenOf: [["ownerId", "tokenId"], "name, hash and dates of a token, for lists and revocation"],
  resetCode: [["emailHash", "kind"], "hash and tries left of a code that sets a password"],
  emailChange: [
    ["accountId"],
    "the address an account asks for, and the hash of the mailed link that proves it",
  ],
  sentForm: [
    ["renderingHash"],
    "the answer to the last form taken from a rendering of a page, sealed by what was sent, for one sent once more",
  ],
  attempts: [["subject", "#windowS"], "attempts counted in one window"],
  firstRunCode: [
    [],
    "hash of the code that opens the first account",
  ],

  // Organisations
  org: [["orgId"], "name and settings of an organisation"],
  letterReader: [["orgId", "accountId"], "who receives the monthly letter, and its last month"],
  orgFeatures: [["orgId"], "features of an organisation (documentManagement)"],
  orgRetention: [["orgId"], "for how many years an organisation keeps readings and figures"],
  member: [["orgId", "accountId"], "membership, administrator or not"],
  orgOfAccount: [["accountId", "orgId"], "mark: the account belongs to the organisation"],
  team: [["orgId", "teamId"], "name, roles, users and tags of a team"],
  tag: [["orgId", "tagId"], "a group of tags with its values"],

  // Providers and their documents
  provider: [["orgId", "providerId"], "name and e-mails of a provider"],
  providerOfEmail: [
    ["email", "orgId", "providerId"],
    "mark: the address, in lower case, is one of the provider's",
  ],
  contract: [["orgId", "contractId"], "name, residences and dated providers of a contract"],
  typedoc: [["orgId", "typedocId"], "name, equipment and values of a document type"],
  documentRequest: [
    ["orgId", "requestId"],
    "which documents are asked of a provider, of which residences and how often",
  ],
  document: [
    ["orgId", "requestId", "documentId"],
    "state, due dates, values and file of one occurrence of a request",
  ],
  documentIndex: [
    ["orgId", "list", "deadline", "requestId", "documentId"],
    "what a document is filtered and sorted by, in the order of deadlines in each list",
  ],
  documentMaking: [["orgId", "requestId"], "until which day the documents of a request were made"],
  documentReminded: [
    ["orgId", "requestId", "documentId"],
    "the list, the deadline and the provider of its last reminder, as long as the document is awaited",
  ],
  documentNews: [
    ["orgId", "providerId", "subject"],
    "a verdict, an abandonment or the end of a request, until the mail to its provider; the subject is the request, or its document that was asked first",
  ],
  documentAction: [["orgId", "actionId"], "a mass action on documents, and its progress"],
  documentActionLines: [
    ["actionId", "#part"],
    "twenty documents of an action, with what became of each",
  ],
  waitingFiles: [
    ["email"],
    "the files that a person of a provider sent, which wait for their documents",
  ],
  documentMail: [
    ["orgId", "kind", "recipientId"],
    "when a provider or an account was last written to about documents",
  ],

  // Projects and roles
  project: [["projectId"], "name, code, address, tags, flags and time zone of a residence"],
  projectOfOrg: [["orgId", "projectId"], "mark: the residence belongs to the organisation"],
  projectByCode: [["orgId", "code"], "project id: a code is used once in an organisation"],
  projectFeatures: [["projectId"], "features of a residence"],
  roles: [["projectId", "accountId"], "roles granted directly on a residence"],
  rolesOfAccount: [["accountId", "projectId"], "mark: the account has direct roles there"],

  // Facilities
  equipment: [["projectId", "equipmentId"], "kind, name, parent and settings of an equipment"],
  boilerRoom: [
    ["projectId", "boilerRoomId"],
    "settings of a boiler room that are not in its equipment",
  ],
  device: [
    ["projectId", "boilerRoomId", "deviceId"],
    "a heat pump, solar panels or a vehicle charger",
  ],
  efficiencySources: [
    ["projectId", "boilerRoomId"],
    "what a boiler room burns and makes, and by which series",
  ],
  efficiencySettings: [
    ["projectId", "boilerRoomId"],
    "dated settings of the energy balance, one list",
  ],
  gasFactors: [["projectId", "boilerRoomId"], "dated gas factors, one list"],
  heatingSeasons: [["projectId", "equipmentId"], "heating seasons, one list"],
  annotations: [
    ["projectId", "annotatedId"],
    "what is to be known of some days of a series or of a boiler room, one list",
  ],
  foundDrift: [
    ["projectId", "boilerRoomId"],
    "the verdict on the running season of a boiler room, and the state of what it was sought from",
  ],
  residenceFigures: [
    ["projectId"],
    "the figures of the boiler rooms of a residence in lists, and what they were made from",
  ],
  energyPrice: [
    ["projectId", "priceId"],
    "price of an energy from a day on, of a residence or of one of its boiler rooms",
  ],
  energyBill: [["projectId", "billId"], "bill of the energy of a boiler room, as it was received"],
  computedSeries: [
    ["projectId", "computedSeriesId"],
    "name and parts of a sum or difference of facility series",
  ],
  energyTerms: [
    ["projectId", "boilerRoomId", "termsId"],
    "terms of the energy contract of a boiler room from a day on",
  ],
  priceIndexes: [["projectId"], "values of the indexes that revise prices, one list"],
  settlement: [
    ["projectId", "boilerRoomId", "statementId"],
    "a statement of a heating season as it was sent, and what was answered",
  ],
  outdoorSource: [
    ["projectId", "outdoorSourceId"],
    "name and kind of an outdoor source of a residence or an organisation",
  ],
  djuDays: [["sourceId", "#year"], "imported or measured DJU of each day of a year"],
  djuMonths: [["sourceId", "#year"], "typed DJU of each month of a year"],
  stationDays: [["sourceId", "#year"], "temperatures of each day of a year, of a public station"],
  stationFetch: [["sourceId"], "the public station of an outdoor source, and when it was asked"],
  stationSource: [["projectId"], "mark: the program has added an outdoor source there"],

  // Dwellings
  accOperation: [["projectId"], "name, start and sharing of a collective self-consumption"],
  accProducer: [["projectId", "producerId"], "a generator of a collective self-consumption"],
  accConsumer: [
    ["projectId", "consumerId"],
    "who is supplied by a collective self-consumption, and when",
  ],
  house: [["projectId", "houseId"], "kind, serial and settings of a dwelling"],
  houseBySerial: [["projectId", "serial"], "house id: a serial is used once in a residence"],
  houseType: [["projectId", "houseTypeId"], "name, area and occupants of a kind of dwelling"],
  anonymousGroup: [
    ["projectId", "anonymousGroupId"],
    "name of a group of dwellings shown together",
  ],
  moduleRights: [["projectId", "houseId"], "what the occupants' application may do in a dwelling"],
  reportSettings: [["projectId"], "references, prices and image of the consumption reports"],
  reportMails: [
    ["projectId"],
    "the first month whose consumption reports are mailed to occupants; none while they are not",
  ],
  reportMailed: [
    ["projectId", "houseId"],
    "the last month whose report was mailed to the occupants of a dwelling, to which, and when",
  ],
  pilotThreshold: [
    ["projectId", "dataSeriesId"],
    "from which value on a series of the pilot side raises an alarm",
  ],
  pilotFeatures: [
    ["projectId"],
    "what the modules of a residence are driven for, and how far occupants may go",
  ],
  pilotConfig: [["projectId"], "the configuration that the modules of a residence follow"],
  pilotModule: [
    ["projectId", "moduleId"],
    "what is asked of a module: its own configuration, presence, its occupant's choice",
  ],
  pilotReport: [
    ["projectId", "moduleId"],
    "last report of a gateway about a module: the revision applied, temperatures, presence",
  ],
  pilotPoll: [
    ["projectId"],
    "when a gateway last asked for the wishes of the modules of a residence",
  ],
  pilotRevision: [
    ["projectId"],
    "number of the last change of what is asked of the modules of a residence",
  ],
  housingAlert: [
    ["projectId", "alertId"],
    "a message to the tenants of a residence, its days and whom it is for",
  ],
  displayMessage: [
    ["projectId", "messageId"],
    "a message of the information screen of a residence, with its days and priority",
  ],
  displayContact: [
    ["projectId", "contactId"],
    "a contact of the information screen of a residence",
  ],
  occupancies: [
    ["projectId", "houseId"],
    "who lives in a dwelling and has lived there, each with their days and their agreement",
  ],
  homeOfAccount: [
    ["accountId", "projectId", "houseId"],
    "whether the page of a dwelling is open to an account that was invited to it",
  ],

  // Series
  dataseries: [["projectId", "seriesId"], "unit, name and source of a series"],
  seriesSource: [["projectId", "sourceKey"], "the series a source feeds"],
  importedSeries: [["projectId", "seriesId"], "a mark: files have fed a series"],
  columnChoice: [
    ["projectId", "choiceId"],
    "what the columns of a file contain, as chosen, under the hash of its heading",
  ],
  unknownSource: [
    ["projectId", "sourceKey"],
    "a source no series claims, with its last values",
  ],
  uplink: [
    ["projectId", "deduplicationId"],
    "an event of a LoRaWAN device that has been taken",
  ],
  arrival: [
    ["projectId", "#bucket", "batch"],
    "readings of one request or a part of it; the name ends with its rank in its commit",
  ],
  recentArrival: [["projectId", "arrivalId"], "what a sender sent last, and what was made of it"],
  refusedSources: [
    ["projectId"],
    "how many readings of which sources were refused, why and since when",
  ],
  points: [
    ["projectId", "seriesId", "#month", "#slot"],
    "readings of a series in time order, compressed, with a CRC",
  ],
  seriesDays: [["projectId", "seriesId", "#halfMonth"], "figures of the days of half a month"],
  seriesMonths: [["projectId", "seriesId", "#year"], "figures of the twelve months of a year"],
  seriesHead: [
    ["projectId", "seriesId"],
    "kind, last reading and dated events of a series, and up to when it is no longer kept",
  ],
  projectYear: [
    ["projectId", "#year", "#part"],
    "months of every series of a residence in a year",
  ],
  deletedReadings: [
    ["projectId", "seriesId", "deletionId"],
    "readings of a series that a user has deleted, with their values",
  ],
  deletedInstants: [
    ["projectId", "seriesId", "deletionId"],
    "the instants of the readings of a deletion, which senders and files do not bring back",
  ],
  purgeLine: [
    ["projectId", "line"],
    "what was removed of a residence's series for its age up to a day, or came too late for one",
  ],
  compaction: [["projectId"], "time zone of the figures, who compacts, how many times it was done"],

  // Alarms
  alarmWatching: [
    ["projectId"],
    "in how many parts the positions of subjects at rest are; every commit of alarms changes it",
  ],
  alarmWatch: [
    ["projectId", "subjectKey"],
    "since when something watched in a residence is wrong, and the alarm it has raised",
  ],
  alarmRest: [
    ["projectId", "#part"],
    "the last readings looked at of what is watched in a residence and is right",
  ],
  openAlarm: [
    ["projectId", "alarmId"],
    "what is wrong with which subject of a residence, and since when; ids are in the order of starts",
  ],
  closedAlarm: [
    ["projectId", "alarmId"],
    "an alarm that has ended or was archived",
  ],
  alarmComment: [
    ["projectId", "alarmId", "commentId"],
    "what a user has written about an alarm",
  ],
  alarmEvent: [
    ["orgId", "projectId", "alarmId", "kind"],
    "when an alarm has started or ended, for the mails about it",
  ],
  alarmMute: [
    ["projectId", "muteId"],
    "works planned in a residence, during which alarms are muted",
  ],
  followUp: [
    ["orgId", "projectId", "kind", "subjectId"],
    "who took charge of a thing to do, and until when it is put off",
  ],
  alarmSettings: [
    ["projectId"],
    "for how long values are outside their bounds before they raise alarms",
  ],

  // Mail reports and background reports
  alarmReport: [["projectId", "reportId"], "a mail report about the alarms of a residence"],
  orgAlarmReport: [["orgId", "reportId"], "a mail report about the alarms of an organisation"],
  userAlarmReport: [["orgId", "accountId", "reportId"], "a personal mail report"],
  alarmMail: [
    ["orgId", "ownerId", "reportId"],
    "when a mail report reminded of alarms, and the alarms it wrote about that other reports still wait for",
  ],
  webhookPost: [
    ["#dueMs", "workId"],
    "a post to the webhook of a mail report, queued with its mail",
  ],
  webhookFailure: [
    ["ownerId", "reportId"],
    "the last post to the webhook of a mail report that was not taken",
  ],
  mailRefusal: [
    ["ownerId", "reportId", "email"],
    "when the server of an address refused the last mail of a mail report or to a provider",
  ],
  queuedReport: [["accountId", "reportId"], "a requested report, and its progress"],
  reportOrder: [
    ["reportId"],
    "which consumption reports are to be made, for whom",
  ],
  reportOrderHouses: [
    ["reportId", "#part"],
    "five hundred dwellings of an order of consumption reports",
  ],

  manualIndex: [
    ["projectId", "indexId"],
    "a meter index typed by hand: its series, its dwelling, its day, and who typed it",
  ],

  // Gas delivery points
  gasPce: [
    ["orgId", "pce"],
    "consent, last index, last request and successive boiler rooms of a gas delivery point",
  ],
  gasPceOwner: [
    ["pce"],
    "the organisation that a gas delivery point is asked for",
  ],
  gasLines: [
    ["orgId", "pce", "type", "#year"],
    "informative or published lines of a gas delivery point's year",
  ],

  // Files
  blob: [["blobId"], "size, parts and CRC of a file: written last"],
  blobPart: [["blobId", "#part"], "60 KiB of a file, with its CRC"],

  // Running
  cache: [["keyHash"], "an answer of another host or a page, with its freshness"],
  version: [["scope", "id"], "a number every write bumps, part of cache keys"],
  outbox: [
    ["#dueMs", "workId"],
    "a mail to one recipient, queued with its cause: what it says is sealed",
  ],
  outboxFailed: [["workId"], "a mail given up, and why"],
  mailSecret: [[], "the secret that closes what queued mails carry"],
  lease: [["name"], "who runs a job, and until when"],
  jobRun: [["name"], "last run of a job, and what went wrong last"],
  mqttState: [[], "how the subscription to the MQTT broker goes"],
  audit: [["scopeId", "#atMs", "auditId"], "who did what, when"],
  probe: [
    [],
    "nothing: written and removed at start to know the store can be written",
  ],

  stockImport: [
    ["orgId", "importId"],
    "an import of a landlord's stock: what was tried, and how far it has gone",
  ],
  stockLines: [
    ["importId", "#part"],
    "twenty lines of an import, with what each would do or did",
  ],

  // Demo
  visitor: [
    ["visitorId"],
    "prefix of everything a demo visitor wrote, followed by the real key",
  ],
});

/** Key families of older versions, no longer read: a job deletes the entries, and `kv:check` accepts them meanwhile. */
export const RETIRED_KEYS = [
  family("provider_of_project", ["projectId", "providerId"], "name of a provider"),
  family("clock_mark", [], "the newest time that collectors gave with readings that were kept"),
];

/** Documentation of every family of keys, in the order of this file. */
export function keyDocs(): readonly KeyDoc[] {
  return Object.values(keys).map((built) => built.doc);
}
