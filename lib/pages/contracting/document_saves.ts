import type { Context } from "fresh";
import { DOCUMENT_RULES } from "@/lib/domain/contracting/document_table.ts";
import type { MassResult } from "@/lib/domain/contracting/types.ts";
import { filteredRegister } from "@/lib/domain/tables/register.ts";
import { readTableState } from "@/lib/domain/tables/table_state.ts";
import {
  DOCUMENTS_FORM,
  EVERY_DOCUMENT,
  VERDICT_FORM,
} from "@/lib/forms/contracting/document_forms.ts";
import { ticked } from "@/lib/forms/fields.ts";
import { links } from "@/lib/links/links.ts";
import {
  type FormAction,
  reported,
  saves,
  type SentForm,
  shownAgain,
  valuesOf,
} from "@/lib/web/forms/submit_forms.ts";
import { refusedBy, wrongFields } from "@/lib/web/forms/refused_values.ts";
import type { State } from "@/lib/web/state.ts";
import { documentsOf, documentWriter } from "./contracting_page.ts";
import { listOf, readDocuments } from "./document_list_page.ts";

/** Abandons the documents that were ticked, or gives them another final due date. */
export function documentListForms(ctx: Context<State>): Record<string, FormAction<MassResult>> {
  const { call } = ctx.state.api;
  return {
    documents: async (sent) => {
      const at = documentWriter(ctx.state);
      const values = valuesOf(DOCUMENTS_FORM, sent);
      const ids = sent.has(EVERY_DOCUMENT) ? await keptIds(ctx) : ticked(values.documents);
      const { finalDueDate, comment } = values;
      const missing = missingField(ids, sent.intent === "due" ? finalDueDate : null);
      const errors = { ...DOCUMENTS_FORM.errors(values), ...missing };
      if (Object.keys(errors).length > 0) return shownAgain(sent, wrongFields(values, errors));
      const said = sent.intent === "due"
        ? await call("changeFinalDueDate", { ...at, body: { documentIds: ids, finalDueDate } })
        : await call("dropDocuments", { ...at, body: { documents: ids, comment } });
      return said.ok
        ? reported(sent, said.answer)
        : shownAgain(sent, refusedBy(values, said, DOCUMENTS_FORM.refusals));
    },
  };
}

function missingField(ids: readonly string[], finalDueDate: string | null) {
  if (ids.length === 0) return { documents: { code: "required" as const } };
  return finalDueDate === "" ? { finalDueDate: { code: "required" as const } } : null;
}

async function keptIds({ state, url, params }: Context<State>): Promise<string[]> {
  const rows = await readDocuments(state, listOf(state, params), params.projectId);
  const kept = filteredRegister(rows, readTableState(url.searchParams), DOCUMENT_RULES);
  return kept.map(({ id }) => id);
}

/** Gives a verdict; the next document to validate is shown then, or the list once there is none. */
export function verdictForms(
  { state, params: { requestId = "", docId: documentId = "" } }: Context<State>,
  next: string | null,
): Record<string, FormAction> {
  const at = { orgId: documentsOf(state).organisation.id, requestId, documentId };
  return {
    verdict: saves(
      VERDICT_FORM,
      (body, { version }: SentForm) =>
        state.api.call("validateDocument", { ...at, body: { ...body, version } }),
      { next: () => next ?? links.documentList("to-validate") },
    ),
  };
}
