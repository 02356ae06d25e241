/** Declares the forms of registers, requests, verdicts and actions on documents. @module */

import { periodDateError } from "@/lib/base/typed_dates.ts";
import { isBlank } from "@/lib/base/visible_text.ts";
import { DOCUMENTED_KINDS } from "@/lib/facilities/equipment_rules.ts";
import { EQUIPMENT_KIND_LABELS } from "@/lib/facilities/text.ts";
import { projectsError } from "@/lib/residences/project_selection.ts";
import {
  area,
  boxes,
  check,
  choice,
  date,
  emails,
  number,
  pick,
  text,
  ticked,
} from "@/lib/ui/fields.ts";
import { form } from "@/lib/ui/form.ts";
import { YEARLY_DEFAULTS } from "./register_rules.ts";
import {
  contractDraft,
  contractProviderDraft,
  documentRequestDraft,
  type DocumentVerdict,
  documentVerdict,
  massDropout,
  providerDraft,
  type Typedoc,
  typedocDraft,
  typedocValueDraft,
} from "./schema.ts";
import { stateText, VALUE_TYPE_LABELS } from "./text.ts";

const EQUIPMENT = choice(DOCUMENTED_KINDS, EQUIPMENT_KIND_LABELS, {
  label: "Équipement",
  empty: "Aucun\u00A0: la résidence entière",
});

/** A provider and its e-mail addresses. @spec contracting.providers */
export const PROVIDER_FORM = form({
  name: "provider",
  limits: providerDraft,
  fields: {
    name: text({ label: "Nom" }),
    emails: emails({
      label: "Adresses email",
      hint: "Une ou plusieurs, séparées par des espaces ou des virgules. Chacune reçoit son lien.",
      rows: 3,
    }),
  },
  refusals: { "name-taken": "name", "invalid-input": "emails" },
});

/** A contract and its residences. @spec contracting.contracts */
export const CONTRACT_FORM = form({
  name: "contract",
  limits: contractDraft,
  fields: {
    name: text({ label: "Nom" }),
    code: text({ label: "Code", hint: "Le numéro du marché" }),
    contact: text({
      label: "Personne à appeler",
      hint: "Son nom et son téléphone, donnés au prestataire dans les mails",
    }),
    equipment: EQUIPMENT,
    allprojects: check({ label: "Toutes les résidences, celles à venir aussi" }),
    projects: boxes({ label: "Résidences" }),
  },
  refusals: { "name-taken": "name", "code-taken": "code" },
});

/** A provider in charge of a contract between two days. @spec contracting.contracts */
export const CHARGE_FORM = form({
  name: "charges",
  limits: contractProviderDraft,
  fields: {
    providerId: pick({ label: "Prestataire", empty: "Choisir" }),
    startDate: date({ label: "Du" }),
    endDate: date({ label: "Au", hint: "Vide sans date de fin" }),
  },
  refusals: { "provider-overlap": "startDate", "archived": "providerId" },
});

/** A document type, without its values. @spec contracting.typedocs */
export const TYPEDOC_FORM = form({
  name: "typedoc",
  limits: typedocDraft,
  fields: {
    name: text({ label: "Nom" }),
    equipment: EQUIPMENT,
    defaultRate: number({
      label: "Périodicité",
      hint: "0 pour un document demandé une seule fois",
      initial: String(YEARLY_DEFAULTS.rate),
      unit: "mois",
    }),
    multiple: check({ label: "Valeurs répétées, rang par rang" }),
  },
  refusals: { "name-taken": "name" },
});

/** A value required with a document, and its compliance bounds. @spec contracting.typedocs */
export const VALUE_FORM = form({
  name: "values",
  limits: typedocValueDraft,
  fields: {
    name: text({ label: "Valeur" }),
    type: choice(["number", "text", "date"], VALUE_TYPE_LABELS, {
      label: "Sorte",
      initial: "number",
    }),
    required: choice(["yes", "no"], { yes: "Obligatoire", no: "Facultative" }, {
      label: "Saisie",
      initial: "yes",
    }),
    min: number({ label: "Minimum", step: 0.01 }),
    max: number({ label: "Maximum", step: 0.01 }),
    unit: text({ label: "Unité" }),
  },
  // Texts and dates have no bounds.
  body: ({ required, type, min, max, ...value }) => ({
    ...value,
    type,
    required: required === "yes",
    min: type === "number" ? min : null,
    max: type === "number" ? max : null,
  }),
  values: ({ required, ...value }: Typedoc["values"][number]) => ({
    ...value,
    required: required ? "yes" as const : "no" as const,
  }),
  refusals: { "name-taken": "name" },
});

/** A request for documents. @spec contracting.requests */
export const REQUEST_FORM = form({
  name: "request",
  limits: documentRequestDraft,
  fields: {
    typedocId: pick({ label: "Type de document", empty: "Choisir" }),
    providerId: pick({ label: "Prestataire", empty: "Choisir" }),
    contractId: pick({ label: "Contrat", empty: "Choisir" }),
    firstRequest: date({
      label: "Première échéance",
      hint:
        "Les suivantes s’en déduisent\u00A0; si vous la changez, elle compte après le dernier document remis",
    }),
    rate: number({ label: "Périodicité", hint: "0 pour une seule fois", unit: "mois" }),
    reminder: number({
      label: "Rappel",
      hint: "Avant l’échéance\u00A0: le prestataire est prévenu dès ce jour",
      unit: "jours",
    }),
    nbDaysForNewDeadline: number({
      label: "Délai supplémentaire",
      hint: "Après l’échéance, ou après un refus",
      unit: "jours",
    }),
    projects: boxes({ label: "Résidences" }),
  },
  check({ projects = "" }) {
    const error = projectsError(ticked(projects));
    return error === null ? {} : { projects: error };
  },
  refusals: { "due-date-too-far": "firstRequest" },
});

/** The user's own residences of a record that others share; the others stay. @spec contracting.own-residences */
export const OWN_PROJECTS_FORM = form({
  name: "residences",
  fields: { projects: boxes({ label: "Résidences" }) },
});

const VERDICTS = ["valid", "subject-valid", "refused"] as const;

/** The field that a decision hides (contracting.css) and does not save. */
export function hiddenField(state: string | undefined): "compliance" | "comment" | null {
  if (state === "refused") return "compliance";
  return state === "valid" ? "comment" : null;
}

/** A verdict: only a reservation or a refusal has a comment; a refusal has a reason and no compliance. @spec contracting.verdict */
export const VERDICT_FORM = form({
  name: "verdict",
  limits: documentVerdict,
  fields: {
    state: choice(VERDICTS, stateText, { label: "Décision", empty: "Choisir" }),
    compliance: choice(["yes", "no"], { yes: "Conforme", no: "Non conforme" }, {
      label: "Conformité",
      empty: "Sans avis",
    }),
    comment: area({
      label: "Réserve ou motif du refus",
      hint: "Le prestataire le lit\u00A0; un refus dit toujours son motif",
      isWide: true,
    }),
  },
  body: ({ state, compliance, comment }): Omit<DocumentVerdict, "version"> => ({
    state,
    compliance: hiddenField(state) === "compliance" || compliance === null
      ? null
      : compliance === "yes",
    comment: hiddenField(state) === "comment" ? "" : comment,
  }),
  check: ({ state, comment = "" }) =>
    state === "refused" && isBlank(comment) ? { comment: { code: "required" } } : {},
});

/** Field that stands for every document that passes the filters. */
export const EVERY_DOCUMENT = "every";

/** Actions on several documents of a list. @spec contracting.mass-actions */
export const DOCUMENTS_FORM = form({
  name: "documents",
  limits: massDropout,
  fields: {
    documents: boxes({ label: "Documents" }),
    [EVERY_DOCUMENT]: check({ label: "Choisir toute la liste" }),
    finalDueDate: date({
      label: "Nouvelle échéance",
      hint: "Obligatoire pour reporter l’échéance",
    }),
    comment: area({ label: "Motif de l’abandon", hint: "Facultatif", rows: 1 }),
  },
  check: ({ finalDueDate = "" }) => {
    const error = periodDateError(finalDueDate);
    return error === null ? {} : { finalDueDate: error };
  },
  refusals: { "due-date-too-far": "finalDueDate", "before-due-date": "finalDueDate" },
});
