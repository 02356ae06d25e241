import type { DocumentVerdict } from "@/lib/domain/contracting/types.ts";
import { area, boxes, check, choice, date } from "@/lib/forms/fields.ts";
import { form } from "@/lib/forms/form.ts";
import { stateText } from "@/lib/text/contracting/documents.ts";

const VERDICTS = ["valid", "subject-valid", "refused"] as const;
const COMMENT_MAX_LENGTH = 2_000;

/** A verdict: only a reservation or a refusal has a comment; a refusal has no compliance. @spec contracting.verdict */
export const VERDICT_FORM = form({
  name: "verdict",
  fields: {
    state: choice(VERDICTS, stateText, { label: "Décision", required: true, empty: "Choisir" }),
    compliance: choice(["yes", "no"], { yes: "Conforme", no: "Non conforme" }, {
      label: "Conformité",
      empty: "Sans avis",
    }),
    comment: area({
      label: "Réserve ou motif du refus",
      hint: "Le prestataire le lit",
      maxLength: COMMENT_MAX_LENGTH,
      isWide: true,
    }),
  },
  body: ({ state, compliance, comment }): Omit<DocumentVerdict, "version"> => ({
    state,
    compliance: state === "refused" || compliance === null ? null : compliance === "yes",
    comment: state === "valid" ? "" : comment,
  }),
});

/** Field that stands for every document that passes the filters. */
export const EVERY_DOCUMENT = "every";

/** Actions on several documents of a list. @spec contracting.mass-actions */
export const DOCUMENTS_FORM = form({
  name: "documents",
  fields: {
    documents: boxes({ label: "Documents" }),
    [EVERY_DOCUMENT]: check({ label: "Choisir toute la liste" }),
    finalDueDate: date({
      label: "Nouvelle échéance",
      hint: "Obligatoire pour reporter l’échéance",
    }),
    comment: area({
      label: "Motif de l’abandon",
      hint: "Facultatif",
      maxLength: COMMENT_MAX_LENGTH,
      rows: 1,
    }),
  },
});
