import { ERRORS } from "@/lib/contract/errors.ts";
import type { MassResult } from "@/lib/domain/contracting/types.ts";
import { DOCUMENTS_FORM, EVERY_DOCUMENT } from "@/lib/forms/contracting/contracting_forms.ts";
import { ticked } from "@/lib/forms/fields.ts";
import { links } from "@/lib/links/links.ts";
import { refusedBy, wrongFields } from "@/lib/web/forms/refused_values.ts";
import { valuesOf } from "@/lib/web/forms/sent_values.ts";
import {
  type FormAction,
  type FormOutcome,
  reported,
  type SentForm,
  shownAgain,
} from "@/lib/web/forms/submit_forms.ts";
import type { PageContext } from "@/lib/web/state.ts";
import { documentWriter } from "./contracting_page.ts";
import { listOf, listQuery, readDocumentPage } from "./document_list_page.ts";

/** Abandons the selected documents, or changes their final due date; those of a whole list in the background. */
export function documentListForms(ctx: PageContext): Record<string, FormAction<MassResult>> {
  const { call } = ctx.state.api;
  return {
    documents: async (sent) => {
      const at = documentWriter(ctx.state);
      const values = valuesOf(DOCUMENTS_FORM, sent);
      const list = sent.has(EVERY_DOCUMENT)
        ? await readDocumentPage(ctx, listOf(ctx.state, ctx.params), 1)
        : null;
      const ids = list === null ? ticked(values.documents) : list.rows.map(({ id }) => id);
      const { finalDueDate, comment } = values;
      const missing = missingField(ids, sent.intent === "due" ? finalDueDate : null);
      const errors = { ...DOCUMENTS_FORM.errors(values), ...missing };
      if (Object.keys(errors).length > 0) return shownAgain(sent, wrongFields(values, errors));
      if (list !== null && list.rowCount > ids.length) return await begun(ctx, sent, values);
      const outcome = sent.intent === "due"
        ? await call("changeFinalDueDate", { ...at, body: { documentIds: ids, finalDueDate } })
        : await call("dropDocuments", { ...at, body: { documents: ids, comment } });
      const made = outcome.ok && isBeforeAll(outcome.answer) ? BEFORE_ALL : outcome;
      return made.ok
        ? reported(sent, made.answer)
        : shownAgain(sent, refusedBy(values, made, DOCUMENTS_FORM.refusals));
    },
  };
}

const BEFORE_ALL = {
  ok: false,
  code: "before-due-date",
  status: ERRORS["before-due-date"].status,
} as const;

/** Whether the new final due date is before the due date of every selected document. */
function isBeforeAll({ results }: MassResult): boolean {
  return results.every(({ code }) => code === BEFORE_ALL.code);
}

/** Starts an action on a whole list, and redirects to the page of its progress. */
async function begun(
  ctx: PageContext,
  sent: SentForm,
  values: ReturnType<typeof valuesOf<"documents" | "every" | "finalDueDate" | "comment">>,
): Promise<FormOutcome<MassResult>> {
  const { state, params } = ctx;
  const at = documentWriter(state);
  const query = listQuery(ctx, listOf(state, params));
  const { finalDueDate, comment } = values;
  const action = sent.intent === "due"
    ? { action: "postpone" as const, comment: "", finalDueDate }
    : { action: "drop" as const, comment, finalDueDate: null };
  const { call } = state.api;
  const made = await call("createDocumentAction", { ...at, body: { ...query, ...action } });
  if (!made.ok) return shownAgain(sent, refusedBy(values, made, DOCUMENTS_FORM.refusals));
  const { id: actionId } = made.answer;
  await call("runDocumentAction", { ...at, actionId });
  return { done: true, next: links.documentAction(actionId) };
}

function missingField(ids: readonly string[], finalDueDate: string | null) {
  if (ids.length === 0) return { documents: { code: "required" as const } };
  return finalDueDate === "" ? { finalDueDate: { code: "required" as const } } : null;
}
