/** The session of a provider on the portal, and what it sends on its pages. @module */

import type { Context } from "fresh";
import { DEPOSIT_PART_BYTES } from "@/lib/base/errors.ts";
import { errorText } from "@/lib/base/text_errors.ts";
import { type FieldError, type FieldErrors, hasErrors, withLater } from "@/lib/base/validators.ts";
import { refusedText } from "@/lib/base/visible_text.ts";
import { joinedPhotos } from "@/lib/files/joined_photos.ts";
import { ANONYMOUS, credentialsOf } from "@/lib/identity/caller.ts";
import { typedError } from "@/lib/ui/field_rules.ts";
import { type DocumentAddress, links } from "@/lib/ui/links.ts";
import { refusedCharacterText } from "@/lib/ui/text.ts";
import { type BodyLimits, FILE_PACE_BYTES } from "@/lib/web/body_limits.ts";
import { noteSender } from "@/lib/web/body_slots.ts";
import { PROVIDER_COOKIE } from "@/lib/web/cookies.ts";
import { readSubmission, type Submission } from "@/lib/web/form_submission.ts";
import { markOf } from "@/lib/web/form_token.ts";
import { inProcess } from "@/lib/web/page_api.ts";
import { isFromThisSite } from "@/lib/web/request_info.ts";
import { HttpError, type PageContext, type State, todayOf } from "@/lib/web/state.ts";
import { DOCUMENTS_CALLS, type Result } from "./calls.ts";
import { DISCARD, lineField, targetKey, waitingLines } from "./file_matching.ts";
import { fileFaultText, TAKEN_MEANWHILE, TOO_MANY_WAITING, valueFault } from "./portal_text.ts";
import { type DocumentInfo, type TypedocValue, VALUE_MAX_LENGTH } from "./schema.ts";
import { valueField, writtenValue } from "./upload_rules.ts";
import type { DepositTarget, WaitingFile } from "./upload_schema.ts";

/** Middleware of the provider portal: its pages call as the provider's session, not as an account. */
export async function providerPortal(ctx: Context<State>): Promise<Response> {
  const { state } = ctx;
  state.portal = true;
  const id = PROVIDER_COOKIE.in(ctx.req, state.https);
  state.caller = id ? await state.platform.identities.byProviderSession(id) : ANONYMOUS;
  noteSender(state);
  const { caller } = state;
  const mark = caller.kind === "provider" ? markOf(caller) : undefined;
  if (mark === undefined) delete state.requestInfo.mark;
  else state.requestInfo.mark = mark;
  state.api = inProcess(state);
  if (mark !== undefined || ctx.url.pathname === links.providerLogin()) return await ctx.next();
  const isSent = ctx.req.method === "POST" && ctx.url.pathname !== links.providerLogout() &&
    isFromThisSite(ctx.req, ctx.url);
  const ended = isSent ? { ended: "1" as const } : {};
  return ctx.redirect(links.providerLogin({ new: "1", ...ended }), 303);
}

/** Opens the session of a link. @returns its cookie; null for an invalid link */
export async function openProviderSession(state: State, token: string): Promise<string | null> {
  const { providerLinks, identities } = state.platform;
  const caller = await identities.byToken(token, "header");
  if (caller.kind !== "provider") return null;
  const opened = await providerLinks.open(token);
  if (opened === null) return null;
  await endProviderSession(state);
  return PROVIDER_COOKIE.set(state.https, opened.id, opened.maxAgeS);
}

/** Ends a provider's session. @returns the cookie that deletes it */
export async function endProviderSession(
  { platform, caller, https }: Pick<State, "platform" | "caller" | "https">,
): Promise<string> {
  const shown = caller.kind === "provider" ? credentialsOf(caller) : null;
  if (shown !== null) await platform.providerLinks.end(shown.secret);
  return PROVIDER_COOKIE.deletion(https);
}

/** The names of the fields of a deposit. */
interface FieldNames {
  readonly date: string;
  value(id: string, rank: number): string;
}

const FORM_NAMES: FieldNames = {
  date: "completionDate",
  value: (id, rank) => valueField(rank, id),
};

function lineNames(fileId: string): FieldNames {
  return { date: lineField.date(fileId), value: (id) => lineField.value(fileId, id) };
}

/**
 * The typed day of the work and values of a deposit, and their errors, by field name. The call checks them against the
 * document type, required values too: a document that is no longer awaited is refused first.
 *
 * @param sets number of sets of values
 * @spec deposits.values
 */
function typedDeposit(
  sent: Pick<Submission<never>, "text">,
  names: FieldNames,
  { values, sets = 1 }: { readonly values: readonly TypedocValue[]; readonly sets?: number },
) {
  const completionDate = sent.text(names.date);
  const day = { name: names.date, requested: { type: "date" }, typed: completionDate } as const;
  const fields = Array.from({ length: sets }, (_, rank) => rank).flatMap((rank) =>
    values.map((requested) => {
      const name = names.value(requested.id, rank);
      return { name, rank, requested, typed: sent.text(name).trim() };
    })
  );
  const wrong = [{ ...day, required: true }, ...fields].flatMap((field) => {
    const error = errorOf(field);
    return error === null ? [] : [[field.name, error] as const];
  });
  const data = fields.map(({ requested, rank, typed }) => ({
    typedocValueId: requested.id,
    rank,
    value: writtenValue(requested, typed),
  }));
  return {
    typed: Object.fromEntries([day, ...fields].map(({ name, typed }) => [name, typed])),
    errors: Object.fromEntries(wrong),
    body: { completionDate, data },
  };
}

interface TypedField {
  readonly name: string;
  readonly requested: Pick<TypedocValue, "type">;
  readonly typed: string;
  readonly required?: boolean;
}

function errorOf(
  { name, requested: { type: kind }, typed, required = false }: TypedField,
): FieldError | null {
  const text = typed.trim();
  const refused = refusedText(text);
  if (refused !== null) return { code: "message", message: refusedCharacterText(refused) };
  return typedError({ name, kind, required, maxLength: VALUE_MAX_LENGTH }, text);
}

/** Maximum size of the other fields of a deposit, bytes. */
const FIELDS_BYTES = 256 * 1_024;

/** Limits of a form with documents; a slow link has as much time per part as a script has. @spec deposits.pace */
export function documentLimits(
  { state: { config: { maxDocumentBytes } } }: PageContext,
): BodyLimits {
  return { maxBytes: maxDocumentBytes + FIELDS_BYTES, paceBytes: FILE_PACE_BYTES };
}

const PART_LIMITS: BodyLimits = { maxBytes: DEPOSIT_PART_BYTES + FIELDS_BYTES };

/** A sent deposit: done, or the form shown again. */
export type Deposited =
  | { readonly ok: true }
  | {
    readonly ok: false;
    readonly status: number;
    readonly values: Readonly<Record<string, string>>;
    readonly errors: FieldErrors;
    /** Id of the file that its script sent before; "" for none. */
    readonly waiting: string;
    /** The refusal, when no field shows it. */
    readonly result: Extract<Result<"uploadDocument">, { ok: false }> | null;
  };

export async function sendDeposit(
  ctx: PageContext,
  at: DocumentAddress,
  { typedoc, sets }: { readonly typedoc: DocumentInfo["typedoc"]; readonly sets: number },
): Promise<Deposited> {
  const { config: { maxDocumentBytes }, api } = ctx.state;
  const sent = await readSubmission(ctx, ["completionDate"], documentLimits(ctx));
  const file = await depositedFile(sent);
  const deposit = typedDeposit(sent, FORM_NAMES, { values: typedoc.values, sets });
  const { typed: values, errors: wrong } = deposit;
  const waiting = sent.text("waiting");
  if (file === null || hasErrors(wrong)) {
    const errors: FieldErrors = { ...wrong, ...file === null && { file: { code: "required" } } };
    return { ok: false, status: 400, values, errors, waiting, result: null };
  }
  const body = { ...file, ...deposit.body };
  const result = await api.call(DOCUMENTS_CALLS.uploadDocument, { ...at, body });
  if (result.ok) return { ok: true };
  const errors = issueErrors(result.issues ?? [], FORM_NAMES, maxDocumentBytes);
  const isInFields = hasErrors(errors);
  const { status } = result;
  return { ok: false, status, values, errors, waiting, result: isInFields ? null : result };
}

/** The file of a refused deposit that still waits; null for none. @spec deposits.resumable */
export async function keptFile(
  { state }: PageContext,
  { waiting }: Pick<Extract<Deposited, { ok: false }>, "waiting">,
): Promise<WaitingFile | null> {
  if (waiting === "") return null;
  const { files } = await state.api.read(DOCUMENTS_CALLS.listWaitingFiles, {});
  return files.find(({ id, isWhole, outcome }) => id === waiting && isWhole && outcome === null) ??
    null;
}

/** The file of a deposit, its photographs, or the file that its script sent before; null for none. */
async function depositedFile({ files, text }: Submission<"completionDate">) {
  const [chosen, ...others] = files("file");
  if (chosen !== undefined) {
    const bytes = await chosen.bytes();
    const photos = await Promise.all(others.map((one) => one.bytes()));
    const file = photos.length === 0 ? bytes : joinedPhotos([bytes, ...photos]);
    return { file, fileName: chosen.name };
  }
  const waiting = text("waiting");
  return waiting === "" ? null : { waiting };
}

/** The errors of a refused deposit, by field name. @param maxBytes maximum size of a document */
function issueErrors(
  issues: readonly { readonly path: string; readonly message: string }[],
  names: FieldNames,
  maxBytes: number,
): FieldErrors {
  const errors: FieldErrors = {};
  for (const { path, message } of issues) {
    const [, field = "", id = "", rank = "0"] = path.split(".");
    if (field === "file") {
      errors.file = { code: "message", message: fileFaultText(message, maxBytes) };
    } else if (field === "completionDate") errors[names.date] = valueFault(message);
    else if (field === "data") errors[names.value(id, Number(rank))] = valueFault(message);
  }
  return errors;
}

/** Result of a form: the values to show again, and the refused files. */
export interface SentLines {
  readonly refused: readonly { readonly name: string; readonly why: string }[];
  readonly typed: Readonly<Record<string, string>>;
  readonly errors: FieldErrors;
}

/** Reads the files of a user, and matches them to their documents. */
export async function waitingPage({ state }: PageContext, { typed, ...sent }: SentLines) {
  const pending = await state.api.read(DOCUMENTS_CALLS.listWaitingFiles, {});
  const lines = waitingLines(pending, typed);
  const errors = { ...sent.errors };
  for (const { file, chosen, target } of lines) {
    // Another line may have deposited for the document after this line was refused.
    const isTaken = target === null && chosen !== "" && chosen !== DISCARD;
    if (isTaken) {
      errors[lineField.document(file.id)] = { code: "message", message: TAKEN_MEANWHILE };
    }
  }
  const done = pending.files.filter(({ outcome }) => outcome !== null);
  const order = lines.flatMap(({ file: { id }, target }) => namesOf(id, target?.values ?? []));
  return { lines, done, typed, errors: withLater(errors, order), today: todayOf(state) };
}

function namesOf(fileId: string, values: DepositTarget["values"]): string[] {
  const requested = values.map(({ id }) => lineField.value(fileId, id));
  return [lineField.document(fileId), lineField.date(fileId), ...requested];
}

/** True for the form of the lines, false for the form of the files. */
export function isOfLines(sent: Submission<never>): boolean {
  return sent.has("lines");
}

/** Stores the files of a form, one after the other, to wait for their documents. */
export async function sendFiles(ctx: PageContext, sent: Submission<never>): Promise<SentLines> {
  const files = sent.files("files");
  const refused: { name: string; why: string }[] = [];
  for (const file of files) {
    const why = await sendWhole(ctx, file);
    if (why !== "") refused.push({ name: file.name, why });
  }
  const errors: FieldErrors = files.length === 0 ? { files: { code: "required" } } : {};
  return { refused, typed: {}, errors };
}

/** Sends a file in the parts that its script would send. @returns the refusal, "" when it was accepted */
async function sendWhole(ctx: PageContext, file: File): Promise<string> {
  const bytes = await file.bytes();
  if (bytes.length === 0) return fileFaultText("empty", 0);
  // The same content under the same name is the same file.
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
  const mark = `${hash} ${encodeURIComponent(file.name).slice(-120)}`;
  const whole = { mark, size: bytes.length, fileName: file.name };
  for (let at = 0; at < bytes.length;) {
    const part = bytes.slice(at, at + DEPOSIT_PART_BYTES);
    const received = await takePart(ctx, { ...whole, at, file: part });
    if (received.why !== "") return received.why;
    at = received.at;
  }
  return "";
}

/** The waiting file and how many of its bytes have arrived, or why no more are accepted; "" for none. */
interface WaitingFilePart {
  readonly id?: string;
  readonly at: number;
  readonly why: string;
}

/** Stores a part of a file sent by the script of a page. @spec deposits.resumable */
export async function sendWaitingPart(ctx: PageContext): Promise<WaitingFilePart> {
  const { values, file } = await readSubmission(ctx, ["mark", "at", "size"], PART_LIMITS);
  const part = file("file");
  if (part === null) throw new HttpError(400, "bad-request");
  const { mark, at, size } = values;
  const fileName = part.name;
  const bytes = await part.bytes();
  return await takePart(ctx, { file: bytes, fileName, mark, at: Number(at), size: Number(size) });
}

async function takePart(
  { state: { api, config } }: PageContext,
  body: { file: Uint8Array<ArrayBuffer>; fileName: string; mark: string; at: number; size: number },
): Promise<WaitingFilePart> {
  const result = await api.call(DOCUMENTS_CALLS.sendWaitingFile, { body });
  if (result.ok) return { ...result.answer, why: "" };
  const { code } = result;
  if (code === "limit-reached") return { at: 0, why: TOO_MANY_WAITING };
  const isLarge = code === "bad-file";
  const why = isLarge ? fileFaultText("too-large", config.maxDocumentBytes) : errorText(code);
  return { at: 0, why };
}

/** Deposits each file for its selected document, one after the other. @spec deposits.many */
export async function depositLines(ctx: PageContext, sent: Submission<never>): Promise<SentLines> {
  const { files, documents } = await ctx.state.api.read(DOCUMENTS_CALLS.listWaitingFiles, {});
  const typed: Record<string, string> = {};
  const errors: FieldErrors = {};
  for (const { id, outcome } of files) {
    const field = lineField.document(id);
    const chosen = sent.text(field);
    if (outcome !== null || chosen === "") continue;
    if (chosen === DISCARD) {
      await ctx.state.api.call(DOCUMENTS_CALLS.deleteWaitingFile, { fileId: id });
      continue;
    }
    const target = documents.find((one) => targetKey(one) === chosen);
    const wrong = target === undefined
      ? { [field]: { code: "message", message: TAKEN_MEANWHILE } } as const
      : await depositLine(ctx, sent, { id, target });
    if (wrong === null) continue;
    Object.assign(errors, wrong);
    for (const name of namesOf(id, target?.values ?? [])) typed[name] = sent.text(name);
  }
  return { refused: [], typed, errors };
}

/** Deposits a file. @returns the error of its line, null for none; a refused file has the reason in its outcome */
async function depositLine(
  { state: { api, config } }: PageContext,
  sent: Submission<never>,
  { id, target }: { readonly id: string; readonly target: DepositTarget },
): Promise<FieldErrors | null> {
  const { orgId, requestId, documentId, values } = target;
  const names = lineNames(id);
  const deposit = typedDeposit(sent, names, { values });
  if (hasErrors(deposit.errors)) return deposit.errors;
  const at = { orgId, requestId, documentId };
  const body = { waiting: id, ...deposit.body };
  const result = await api.call(DOCUMENTS_CALLS.uploadDocument, { ...at, body });
  if (result.ok) return null;
  const { code, issues = [] } = result;
  if (code === "bad-file") return null;
  if (code === "bad-values") return issueErrors(issues, names, config.maxDocumentBytes);
  const isTaken = code === "document-not-awaiting-upload" || code === "not-found";
  const message = isTaken ? TAKEN_MEANWHILE : errorText(code);
  return { [lineField.document(id)]: { code: "message", message } };
}
