import { writtenValue } from "@/lib/domain/contracting/deposit.ts";
import { DEPOSIT_PART_BYTES } from "@/lib/domain/contracting/limits.ts";
import type { DepositTarget } from "@/lib/domain/contracting/types.ts";
import {
  DISCARD,
  lineField,
  targetKey,
  waitingLines,
} from "@/lib/domain/contracting/waiting_lines.ts";
import { type FieldErrors, hasErrors, withLater } from "@/lib/domain/forms/field_errors.ts";
import {
  fileFaultText,
  TAKEN_MEANWHILE,
  TOO_MANY_WAITING,
  valueFault,
} from "@/lib/text/contracting/portal.ts";
import { errorText } from "@/lib/text/errors.ts";
import { readSubmission, type Submission } from "@/lib/web/forms/submit.ts";
import { HttpError, type PageContext, todayOf } from "@/lib/web/state.ts";
import { PART_LIMITS } from "./deposit_saves.ts";
import { completionField, typedFieldErrors } from "./typed_values.ts";

/** Result of a form: the values to show again, and the refused files. */
export interface SentLines {
  readonly refused: readonly { readonly name: string; readonly why: string }[];
  readonly typed: Readonly<Record<string, string>>;
  readonly errors: FieldErrors;
}

/** Reads the files of a user, and matches them to their documents. */
export async function waitingPage({ state }: PageContext, { typed, ...sent }: SentLines) {
  const waiting = await state.api.read("listWaitingFiles", {});
  const lines = waitingLines(waiting, typed);
  const errors = { ...sent.errors };
  for (const { file, chosen, target } of lines) {
    // Another line may have deposited for the document after this line was refused.
    const isTaken = target === null && chosen !== "" && chosen !== DISCARD;
    if (isTaken) {
      errors[lineField.document(file.id)] = { code: "message", message: TAKEN_MEANWHILE };
    }
  }
  const done = waiting.files.filter(({ outcome }) => outcome !== null);
  const order = lines.flatMap(({ file: { id }, target }) => namesOf(id, target?.values ?? []));
  return { lines, done, typed, errors: withLater(errors, order), today: todayOf(state) };
}

/** The names of the fields of a file, in their order. */
function namesOf(fileId: string, values: DepositTarget["values"]): string[] {
  const asked = values.map(({ id }) => lineField.value(fileId, id));
  return [lineField.document(fileId), lineField.date(fileId), ...asked];
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
    const taken = await takePart(ctx, { ...whole, at, file: part });
    if (taken.why !== "") return taken.why;
    at = taken.at;
  }
  return "";
}

/** How many bytes of a file have arrived, or why no more are accepted; "" for none. */
interface PartTaken {
  readonly at: number;
  readonly why: string;
}

/** Stores a part of a file sent by the script of the page. */
export async function sendWaitingPart(ctx: PageContext): Promise<PartTaken> {
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
): Promise<PartTaken> {
  const result = await api.call("sendWaitingFile", { body });
  if (result.ok) return { at: result.answer.at, why: "" };
  const { code } = result;
  if (code === "limit-reached") return { at: 0, why: TOO_MANY_WAITING };
  const isLarge = code === "bad-file";
  return {
    at: 0,
    why: isLarge ? fileFaultText("too-large", config.maxDocumentBytes) : errorText(code),
  };
}

/** Deposits each file for its selected document, one after the other. @spec deposits.many */
export async function depositLines(ctx: PageContext, sent: Submission<never>): Promise<SentLines> {
  const { files, documents } = await ctx.state.api.read("listWaitingFiles", {});
  const typed: Record<string, string> = {};
  const errors: FieldErrors = {};
  for (const { id, outcome } of files) {
    const field = lineField.document(id);
    const chosen = sent.text(field);
    if (outcome !== null || chosen === "") continue;
    if (chosen === DISCARD) {
      await ctx.state.api.call("deleteWaitingFile", { fileId: id });
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
  { state: { api } }: PageContext,
  sent: Submission<never>,
  { id, target }: { readonly id: string; readonly target: DepositTarget },
): Promise<FieldErrors | null> {
  const { orgId, requestId, documentId } = target;
  const completionDate = sent.text(lineField.date(id));
  const fields = target.values.map((asked) => {
    const name = lineField.value(id, asked.id);
    return { name, asked, typed: sent.text(name) };
  });
  const wrong = typedFieldErrors([completionField(lineField.date(id), completionDate), ...fields]);
  if (hasErrors(wrong)) return wrong;
  const data = fields.map(({ asked, typed }) => ({
    typedocValueId: asked.id,
    rank: 0,
    value: writtenValue(asked, typed),
  }));
  const body = { waiting: id, completionDate, data };
  const result = await api.call("uploadDocument", { orgId, requestId, documentId, body });
  if (result.ok) return null;
  const { code, issues = [] } = result;
  if (code === "bad-file") return null;
  if (code === "bad-values") return errorsOf(id, issues);
  const isTaken = code === "document-not-awaiting-upload" || code === "not-found";
  const message = isTaken ? TAKEN_MEANWHILE : errorText(code);
  return { [lineField.document(id)]: { code: "message", message } };
}

function errorsOf(
  fileId: string,
  issues: readonly { readonly path: string; readonly message: string }[],
): FieldErrors {
  return Object.fromEntries(issues.map(({ path, message }) => {
    const [, field = "", valueId = ""] = path.split(".");
    const name = field === "data" ? lineField.value(fileId, valueId) : lineField.date(fileId);
    return [name, valueFault(message)];
  }));
}
