import type { Result } from "@/lib/contract/catalogue.ts";
import { valueField, writtenValue } from "@/lib/domain/contracting/deposit.ts";
import { DEPOSIT_PART_BYTES } from "@/lib/domain/contracting/limits.ts";
import type { DocumentInfo } from "@/lib/domain/contracting/types.ts";
import { type FieldErrors, hasErrors } from "@/lib/domain/forms/field_errors.ts";
import type { DocumentAddress } from "@/lib/links/links.ts";
import { fileFaultText, valueFault } from "@/lib/text/contracting/portal.ts";
import { readSubmission, type Submission } from "@/lib/web/forms/submit.ts";
import { type BodyLimits, FILE_PACE_BYTES } from "@/lib/web/front/body_limits.ts";
import { HttpError, type PageContext } from "@/lib/web/state.ts";
import { completionField, typedFieldErrors } from "./typed_values.ts";

/** Maximum size of the other fields of a deposit, bytes. */
const FIELDS_BYTES = 256 * 1_024;

/** Limits of a form with documents; a slow link has as much time per part as a script has. @spec deposits.pace */
export function documentLimits(
  { state: { config: { maxDocumentBytes } } }: PageContext,
): BodyLimits {
  return { maxBytes: maxDocumentBytes + FIELDS_BYTES, paceBytes: FILE_PACE_BYTES };
}

export const PART_LIMITS: BodyLimits = { maxBytes: DEPOSIT_PART_BYTES + FIELDS_BYTES };

/** A sent deposit: done, or the form shown again. */
export type Deposited =
  | { readonly ok: true }
  | {
    readonly ok: false;
    readonly status: number;
    readonly values: Readonly<Record<string, string>>;
    readonly errors: FieldErrors;
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
  const { completionDate } = sent.values;
  const file = await depositedFile(sent);
  const fields = Array.from({ length: sets }, (_, rank) => rank).flatMap((rank) =>
    typedoc.values.map((asked) => {
      const name = valueField(rank, asked.id);
      return { name, rank, asked, typed: sent.text(name).trim() };
    })
  );
  const typed = [completionField("completionDate", completionDate), ...fields];
  const values = Object.fromEntries(typed.map((field) => [field.name, field.typed]));
  const wrong = typedFieldErrors(typed);
  if (file === null || hasErrors(wrong)) {
    const errors: FieldErrors = { ...wrong, ...file === null && { file: { code: "required" } } };
    return { ok: false, status: 400, values, errors, result: null };
  }
  const data = fields.map(({ asked, rank, typed }) => ({
    typedocValueId: asked.id,
    rank,
    value: writtenValue(asked, typed),
  }));
  const body = { ...file, completionDate, data };
  const result = await api.call("uploadDocument", { ...at, body });
  if (result.ok) return { ok: true };
  const errors = errorsOf(result.issues ?? [], maxDocumentBytes);
  const isInFields = hasErrors(errors);
  return { ok: false, status: result.status, values, errors, result: isInFields ? null : result };
}

/** The file of a deposit, or the reference of its script to a file sent in parts; null for none. */
async function depositedFile({ file, text, has }: Submission<"completionDate">) {
  const chosen = file("file");
  if (chosen !== null) return { file: await chosen.bytes(), fileName: chosen.name };
  if (!has("mark") || text("fileName") === "") return null;
  return { mark: text("mark"), size: Number(text("size")), fileName: text("fileName") };
}

/** How many bytes of a file have arrived, or why no more are accepted. */
interface PartTaken {
  readonly at: number;
  /** True when the document accepts no file: its page shows why. */
  readonly isOver: boolean;
  /** Error of the file; "" for none. */
  readonly why: string;
}

/** Stores a part of a file, unless the whole is too large, which is checked first. @spec deposits.resumable */
export async function sendPart(ctx: PageContext, path: DocumentAddress): Promise<PartTaken> {
  const { config: { maxDocumentBytes }, api } = ctx.state;
  const sent = await readSubmission(ctx, ["mark", "at", "size"], PART_LIMITS);
  const part = sent.file("file");
  if (part === null) throw new HttpError(400, "bad-request");
  const { mark, at, size } = sent.values;
  const tooLarge = fileFaultText("too-large", maxDocumentBytes);
  if (Number(size) > maxDocumentBytes) return { at: 0, isOver: false, why: tooLarge };
  const body = { file: await part.bytes(), mark, at: Number(at) };
  const result = await api.call("uploadDocumentPart", { ...path, body });
  if (result.ok) return { at: result.answer.at, isOver: false, why: "" };
  const why = result.code === "bad-file" ? tooLarge : "";
  return { at: 0, isOver: why === "", why };
}

function errorsOf(
  issues: readonly { readonly path: string; readonly message: string }[],
  maxBytes: number,
): FieldErrors {
  const errors: FieldErrors = {};
  for (const { path, message } of issues) {
    const [, field = "", id = "", rank = "0"] = path.split(".");
    if (field === "file") {
      errors.file = { code: "message", message: fileFaultText(message, maxBytes) };
    } else if (field === "completionDate") errors.completionDate = valueFault(message);
    else if (field === "data") errors[valueField(Number(rank), id)] = valueFault(message);
  }
  return errors;
}
