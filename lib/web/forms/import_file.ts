import { ERRORS } from "@/lib/contract/errors.ts";
import { textFault } from "@/lib/domain/tables/file_text.ts";
import type { Form } from "@/lib/forms/form.ts";
import { TEXT_FAULT_MESSAGES } from "@/lib/text/series/imports.ts";
import { heldBy } from "@/lib/web/front/request_facts.ts";
import type { PageContext } from "@/lib/web/state.ts";
import { refusedBy, wrongFields } from "./refused_values.ts";
import { valuesOf } from "./sent_values.ts";
import { type CallOutcome, type FormAction, reported, shownAgain } from "./submit_forms.ts";
import { uploadedText } from "./uploaded_text.ts";

/** Result of the import of a file, or of its dry run. */
export interface FileReport<Answer> {
  readonly report: Answer;
  readonly isDry: boolean;
}

export interface SentFile {
  readonly name: string;
  readonly text: string;
  /** "true" for a dry run. */
  readonly dryRun: "true" | "false";
}

const BAD_FILE = { ok: false, code: "bad-file", status: ERRORS["bad-file"].status } as const;

/** A form that sends a file to a call: shows the call's report, or leads to the next page. */
export function takesFile<Name extends string, Body, Answer>(
  form: Form<Name, Body, never>,
  { req }: Pick<PageContext, "req">,
  ask: (file: SentFile, body: Body) => Promise<CallOutcome<Answer>>,
  next?: (answer: Answer) => string,
): FormAction<FileReport<Answer>> {
  return async (sent) => {
    const values = valuesOf(form, sent);
    const body = form.read(values);
    const file = sent.file("file");
    if (file === null || body === null) {
      const missing = file === null && { file: { code: "required" } as const };
      const errors = { ...form.errors(values), ...missing };
      return shownAgain(sent, { ...wrongFields(values, {}), errors });
    }
    const isDry = sent.intent === "try";
    const text = await uploadedText(file, heldBy(req));
    const fault = text === null ? null : textFault(text);
    if (fault !== null) {
      const errors = { file: { code: "message", message: TEXT_FAULT_MESSAGES[fault] } } as const;
      return shownAgain(sent, { ...wrongFields(values, {}), errors });
    }
    const outcome = text === null
      ? BAD_FILE
      : await ask({ name: file.name, text, dryRun: isDry ? "true" : "false" }, body);
    if (!outcome.ok) return shownAgain(sent, refusedBy(values, outcome, form.refusals));
    if (next !== undefined) return { done: true, next: next(outcome.answer) };
    return reported(sent, { report: outcome.answer, isDry }, values);
  };
}
