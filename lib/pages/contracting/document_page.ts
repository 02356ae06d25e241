/** A document, as a manager reads and validates it. @module */
import type { Context } from "fresh";
import { deadlineOf } from "@/lib/domain/contracting/document_lists.ts";
import type { DocumentInfo } from "@/lib/domain/contracting/types.ts";
import type { Role } from "@/lib/domain/roles/roles.ts";
import { links } from "@/lib/links/links.ts";
import type { State } from "@/lib/web/state.ts";
import { documentsOf } from "./contracting_page.ts";

const VALIDATOR_ROLE: Role = "collect:documents:validate:write";

export interface DocumentView {
  readonly info: DocumentInfo;
  /** True when the user may give the awaited verdict. */
  readonly canValidate: boolean;
  /** URL of the next document to validate, by due date, else of the first one; null for none, or for a mere reader. */
  readonly next: string | null;
}

/** Reads a document, and the next one to validate. */
export async function readDocument({ state, params }: Context<State>): Promise<DocumentView> {
  const orgId = documentsOf(state).organisation.id;
  const { requestId = "", docId: documentId = "" } = params;
  const info = await state.api.read("getDocumentInfo", { orgId, requestId, documentId });
  const [isOwn, next] = await Promise.all([
    isValidator(state, info.document),
    state.place?.documentRoles.includes(VALIDATOR_ROLE) ? nextAfter(state, info) : null,
  ]);
  return { info, canValidate: isOwn && info.document.state === "to-valid", next };
}

async function isValidator(
  { api }: State,
  { projectId }: { readonly projectId: string },
): Promise<boolean> {
  const project = await api.call("getProject", { projectId });
  return project.ok && project.answer.allRoles.includes(VALIDATOR_ROLE);
}

async function nextAfter(state: State, { document }: DocumentInfo): Promise<string | null> {
  const page = { orgId: documentsOf(state).organisation.id, list: "to-validate" } as const;
  const [due, first] = await Promise.all([
    state.api.read("pageDocuments", { ...page, from: deadlineOf(document) }),
    state.api.read("pageDocuments", page),
  ]);
  for (const row of [...due.rows, ...first.rows]) {
    // The list has those of the residences where the user only reads, too.
    if (row.id !== document.id && await isValidator(state, row)) {
      return links.document(row.requestId, row.id);
    }
  }
  return null;
}
