/**
 * A document, as a manager reads and validates it.
 *
 * @module
 */
import type { Context } from "fresh";
import { deadlineOf } from "@/lib/domain/contracting/document_lists.ts";
import type { DocumentInfo, DocumentRow } from "@/lib/domain/contracting/types.ts";
import type { Role } from "@/lib/domain/roles/roles.ts";
import { links } from "@/lib/links/links.ts";
import { answered } from "@/lib/web/answered.ts";
import type { State } from "@/lib/web/state.ts";
import { documentsOf } from "./contracting_page.ts";

const VALIDATOR_ROLE: Role = "collect:documents:validate:write";

/** What the page of a document shows. */
export interface DocumentView {
  readonly info: DocumentInfo;
  /** Whether its reader may give the verdict that it awaits. */
  readonly canValidate: boolean;
  /** The address of the next document to validate: of those due from this one on, or else the first of all; null for none. */
  readonly next: string | null;
}

/** Reads a document, and which one is to be validated after it. */
export async function readDocument({ state, params }: Context<State>): Promise<DocumentView> {
  const orgId = documentsOf(state).organisation.id;
  const { requestId = "", docId: documentId = "" } = params;
  const { call } = state.api;
  const info = answered(await call("getDocumentInfo", { orgId, requestId, documentId }));
  const page = { orgId, list: "to-validate" } as const;
  const [project, due, first] = await Promise.all([
    call("getProject", { projectId: info.document.projectId }),
    call("pageDocuments", { ...page, from: deadlineOf(info.document) }),
    call("pageDocuments", page),
  ]);
  const isValidator = project.ok && project.answer.allRoles.includes(VALIDATOR_ROLE);
  return {
    info,
    canValidate: isValidator && info.document.state === "to-valid",
    next: nextOf([...answered(due).rows, ...answered(first).rows], info),
  };
}

/** The first of some documents that is another one. */
function nextOf(rows: readonly DocumentRow[], { document }: DocumentInfo): string | null {
  const next = rows.find(({ id }) => id !== document.id);
  return next === undefined ? null : links.document(next.requestId, next.id);
}
