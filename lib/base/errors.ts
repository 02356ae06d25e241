/** Lists the error codes of refused calls and defines the error that carries them. @module */

/**
 * Every error code of a call, with its HTTP status and its English sentence.
 *
 * French sentences for users are in `lib/base/text_errors.ts`; these sentences are for API callers.
 *
 * @spec calls.errors, demo.errors
 */
export const ERRORS = {
  "bad-request": { status: 400, message: "Bad request" },
  "invalid-input": { status: 400, message: "Invalid input" },
  "bad-period": { status: 400, message: "Bad period" },
  "user-not-found": { status: 401, message: "User not found" },
  "bad-password": { status: 401, message: "Bad password" },
  "bad-old-password": { status: 400, message: "Bad old password" },
  "bad-code": { status: 400, message: "Bad code" },
  "unknown-user": { status: 400, message: "Unknown user" },
  "unproven-address": { status: 409, message: "Address not confirmed by its owner yet" },
  "user-already-exists": { status: 409, message: "User already exists" },
  "bad-refresh-token": { status: 401, message: "Bad refresh token" },
  "not-signed-in": { status: 401, message: "Not signed in" },
  "forbidden": { status: 403, message: "Forbidden" },
  "not-found": { status: 404, message: "Not found" },
  "method-not-allowed": { status: 405, message: "Method not allowed" },
  "too-slow": { status: 408, message: "Request body too slow" },
  "conflict": { status: 409, message: "Changed by someone else meanwhile" },
  "to-confirm": {
    status: 409,
    message: "To be confirmed: send the same call with its confirmation in x-confirmation",
  },
  "due-date-too-far": { status: 400, message: "Due before last year, or over 30 years ahead" },
  "before-due-date": { status: 400, message: "Final due date before the due date" },
  "silence-too-long": { status: 400, message: "Works mute alarms for 400 days at most" },
  "postponed-too-far": { status: 400, message: "Put off to a day from tomorrow to a year ahead" },
  "other-account": { status: 409, message: "Sent from a page of another account" },
  "other-organisation": { status: 409, message: "Sent from a page of another organisation" },
  "last-administrator": { status: 409, message: "An organisation keeps one administrator" },
  "role-not-offered": { status: 400, message: "Role not offered on this project" },
  "unknown-reference": { status: 400, message: "Refers to something that does not exist" },
  "unsuitable-series": { status: 400, message: "A series of another unit or scope is wanted" },
  "unit-mismatch": {
    status: 400,
    message: "The unit of the source converts to no unit of the series",
  },
  "one-tag-per-group": { status: 400, message: "At most one value per tag group" },
  "source-taken": { status: 409, message: "Source already feeds another series" },
  "shared-series": {
    status: 409,
    message: "Other sources feed the series: which readings are to change is not known",
  },
  "series-twice": { status: 400, message: "Two values of the device would feed one series" },
  "too-many-changes": { status: 413, message: "Too many stored readings would change at once" },
  "simulated-series": {
    status: 409,
    message: "Simulated by the demo: readings sent to it would not show",
  },
  "document-not-awaiting-validation": { status: 409, message: "Document not awaiting validation" },
  "document-not-awaiting-upload": { status: 409, message: "Document not awaiting upload" },
  "document-management-off": { status: 403, message: "Document management is off" },
  "display-off": { status: 403, message: "The information screen is off" },
  "pilot-feature-off": { status: 403, message: "That is not driven in this residence" },
  "consumption-reports-off": { status: 403, message: "The consumption reports are off" },
  "outside-range": { status: 400, message: "Outside the range that the landlord allows" },
  "off-step": { status: 400, message: "Between two steps of its setting" },
  "archived": { status: 409, message: "Archived: not asked for any more" },
  "shared-with-others": {
    status: 403,
    message: "Also concerns residences on which you may not request documents",
  },
  "provider-overlap": {
    status: 409,
    message: "Another provider is in charge on one of these days",
  },
  "in-use": { status: 409, message: "Still in use" },
  "has-statements": { status: 409, message: "Statements of the boiler room were sent" },
  "documents-deposited": {
    status: 409,
    message: "Documents were deposited: the provider and the document type stay",
  },
  "too-many-readings": { status: 413, message: "Too many readings for one deletion" },
  "deleted-reading": { status: 409, message: "That reading was deleted" },
  "limit-reached": { status: 409, message: "No more may be added" },
  "webhook-secret-missing": { status: 400, message: "A webhook needs a secret that signs it" },
  "bad-file": { status: 400, message: "File not understood" },
  "bad-workbook": {
    status: 400,
    message: "Workbook not readable: save it as .xlsx without a password, or as CSV",
  },
  "bad-values": { status: 400, message: "Values missing or not understood" },
  "too-many-columns": { status: 413, message: "A line of the file has too many columns" },
  "too-many-lines": { status: 413, message: "The file has too many lines" },
  "too-many-values": { status: 413, message: "The file has too many values" },
  "too-many-names": { status: 413, message: "The file names too many different things" },
  "line-too-long": { status: 413, message: "A line or a cell of the file is too long" },
  "index-taken": { status: 409, message: "An index of that day is there already" },
  "implausible-value": { status: 400, message: "No meter shows such a value in that unit" },
  "event-taken": { status: 409, message: "An event of that moment is there already" },
  "final-index-too-low": { status: 400, message: "Final index below the reading before it" },
  "first-index-too-high": { status: 400, message: "First index above the reading after it" },
  "too-old": { status: 409, message: "The readings of that time are no longer kept" },
  "old-date": { status: 400, message: "Long ago: send acceptOld if it is meant, from 1970 on" },
  "future-date": { status: 400, message: "In the future" },
  "serial-taken": { status: 409, message: "Serial already used in this residence" },
  "counted-twice": { status: 409, message: "Delivery point or series already in the operation" },
  "occupancy-overlap": { status: 409, message: "Somebody else lives there on one of these days" },
  "occupancy-over": { status: 409, message: "The occupancy is over" },
  "occupant-without-email": { status: 409, message: "The occupant has no e-mail address" },
  "occupants-application-off": {
    status: 409,
    message: "The occupants' application is off in this residence",
  },
  "terms-taken": { status: 409, message: "Terms start that day already" },
  "statement-not-ready": {
    status: 409,
    message: "The season is not over, its figures are not known, or a statement waits",
  },
  "statement-state": { status: 409, message: "Not possible in the state of the statement" },
  "statement-typedoc": { status: 409, message: "The register has no type of document for it" },
  "statement-contract": {
    status: 409,
    message: "No document is awaited, and no provider is in charge of a contract of its terms",
  },
  "comment-required": { status: 400, message: "A contest says why" },
  "price-taken": {
    status: 409,
    message: "A price of that energy and place starts that day already",
  },
  "pce-taken": { status: 409, message: "Delivery point not open to this boiler room" },
  "name-taken": { status: 409, message: "Name already used by another" },
  "code-taken": { status: 409, message: "Code already used by another" },
  "too-large": { status: 413, message: "Body too large" },
  "too-many-fields": { status: 413, message: "Body of too many fields or values" },
  "unsupported-media-type": { status: 415, message: "Unsupported media type" },
  "not-valid": { status: 400, message: "Image must be jpeg or png" },
  "not-enough-times": { status: 400, message: "Not enough times" },
  "too-many-requests": { status: 429, message: "Too many requests" },
  "unknown-error": { status: 500, message: "Unknown error" },
  "not-implemented": { status: 501, message: "Not implemented" },
  "upstream-unreachable": { status: 502, message: "The API host cannot be reached" },
  "address-unreachable": { status: 502, message: "The address service cannot be reached" },
  "files-unreachable": { status: 503, message: "The files of documents cannot be reached" },
  "overloaded": { status: 503, message: "Too much is being received at the moment" },
  "store-unavailable": { status: 503, message: "The store cannot be written at the moment" },
  "store-unreachable": { status: 503, message: "The store does not answer at the moment" },
  "maybe-saved": {
    status: 503,
    message: "The store did not answer in time: the change may or may not have been saved",
  },
  "readings-waiting": { status: 503, message: "Readings are being filed: try again shortly" },
} as const;

/** A code of {@link ERRORS}. */
export type ErrorCode = keyof typeof ERRORS;

/** Limits of a text file, for every call that accepts one: a file beyond a limit is not imported at all. */
export const FILE_LIMITS = [
  "too-many-columns",
  "too-many-lines",
  "too-many-values",
  "too-many-names",
  "line-too-long",
] as const satisfies readonly ErrorCode[];

export type FileLimit = typeof FILE_LIMITS[number];

/** Refusals of the dispatcher, before the backend is called: any call may return them. */
export type DispatchRefusal =
  | "bad-request"
  | "invalid-input"
  | "bad-period"
  | "not-signed-in"
  | "forbidden"
  | "not-found"
  | "method-not-allowed"
  | "too-slow"
  | "bad-workbook"
  | "too-large"
  | "too-many-fields"
  | "unsupported-media-type"
  | "too-many-requests"
  | "unknown-error"
  | "not-implemented"
  | "upstream-unreachable"
  | "overloaded"
  | "store-unavailable"
  | "store-unreachable"
  | "maybe-saved"
  | "readings-waiting"
  | FileLimit;

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERRORS, text);
}

interface RefusalFacts {
  /** Description in English, when the code is not enough. */
  readonly detail?: string;
  /** Progress of the work to wait for, 0 to 1. */
  readonly progress?: number | null;
}

/** Ends a call with a refusal of the dispatcher: calls do not declare these codes, since every call may return them. */
export class CallError extends Error {
  override name = "Refused";
  readonly detail: string | null;
  readonly progress: number | null;

  /** @param retryAt time of the next useful attempt, epoch ms */
  constructor(
    readonly code: DispatchRefusal,
    readonly retryAt: number | null = null,
    { detail, progress }: RefusalFacts = {},
  ) {
    super(detail ?? code);
    this.detail = detail ?? null;
    this.progress = progress ?? null;
  }
}

/** Bytes of a file sent by a page in one request: whole chunks of the store, within the body timeout on a slow link. */
export const DEPOSIT_PART_BYTES = 8 * 60 * 1_024;

/** Delay before a request refused as overloaded may be sent again, ms. */
export const OVERLOAD_WAIT_MS = 5_000;

/** Maximum number of values of a deposit, those of all its sets. */
export const MOST_DEPOSIT_VALUES = 1_000;
