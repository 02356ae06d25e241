import type { Compliance } from "@/lib/domain/contracting/compliance.ts";
import {
  deadlineOf,
  type DocumentList,
  isDefinitelyLate,
} from "@/lib/domain/contracting/document_lists.ts";
import type { DepositedValue } from "@/lib/domain/contracting/document_table.ts";
import type {
  DocumentAction,
  DocumentActionLine,
  DocumentInfo,
  DocumentState,
  MassResult,
  TypedocValue,
} from "@/lib/domain/contracting/types.ts";
import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import { PAGE_NAMES } from "@/lib/links/links.ts";
import { countText } from "@/lib/text/format/counts.ts";
import { formatDay, formatInstant } from "@/lib/text/format/dates.ts";
import { lowered } from "@/lib/text/format/first_letter.ts";
import { formatNumber, formatQuantity } from "@/lib/text/format/numbers.ts";

/** French names of the states. @spec contracting.states "Attente validation", "Validé", "Abandonné"… */
const STATES: Readonly<Record<DocumentState, string>> = {
  "none": "Non transmis",
  "to-valid": "Attente validation",
  "valid": "Validé",
  "subject-valid": "Validé avec réserve",
  "refused": "Refusé",
  "not-transmitted": "Abandonné",
  "from-refused": "À transmettre de nouveau",
};

/** French name of a state. */
export function stateText(state: DocumentState): string {
  return STATES[state];
}

/** Label of a document's comment, by its state; "" for a state without a comment. */
export function commentLabel(state: DocumentState): string {
  return COMMENT_LABELS[state] ?? "";
}

const COMMENT_LABELS: Readonly<Partial<Record<DocumentState, string>>> = {
  "refused": "Motif du refus",
  "subject-valid": "Réserve",
  "not-transmitted": "Motif de l’abandon",
  "from-refused": "Motif du refus précédent",
};

/** Reason of the abandonment of what is awaited for a deleted equipment. */
export const EQUIPMENT_DELETED = "Équipement supprimé";

/** Shown on the page that follows a decision. */
export const VERDICT_SAVED = "Décision enregistrée";

/** Shown to a validator whose decision came second. */
export const VERDICT_GIVEN =
  "Ce document n’attend plus de validation\u00A0: son état est affiché ci-dessus";

/** Compliance of a document; « Sans avis » when unknown. */
export function complianceText(compliance: boolean | null): string {
  if (compliance === null) return "Sans avis";
  return compliance ? "Conforme" : "Non conforme";
}

/** Final due date of an awaited document: « 15/04/2026 », « 15/04/2026 (dépassée) ». @spec contracting.late */
export function finalDueText(
  document: Parameters<typeof isDefinitelyLate>[0],
  today: IsoDate,
): string {
  const day = formatDay(document.finalDueDate);
  return isDefinitelyLate(document, today) ? `${day} (dépassée)` : day;
}

/** Names of the lists, of the empty lists, and of their files. */
export const DOCUMENT_LIST_LABELS: Readonly<Record<DocumentList, string>> = {
  "running": "En cours",
  "late": "En retard",
  "to-validate": "À valider",
  "refused": "Refusés",
  "history": "Historique",
};

/** Window title of a list, different for each list. */
export function documentListTitle({ list, year }: { list: DocumentList; year: number }): string {
  const label = lowered(DOCUMENT_LIST_LABELS[list]);
  return `${PAGE_NAMES.documents}, ${label}${list === "history" ? ` ${year}` : ""}`;
}

export const DOCUMENT_LIST_EMPTY: Readonly<Record<DocumentList, string>> = {
  "running": "Aucun document n’est attendu en ce moment",
  "late": "Aucun document en retard",
  "to-validate": "Aucun document à valider",
  "refused": "Aucun document refusé n’attend d’être remplacé",
  "history": "Aucun document cette année",
};

export const DOCUMENT_LIST_FILES: Readonly<Record<DocumentList, string>> = {
  "running": "documents-en-cours",
  "late": "documents-en-retard",
  "to-validate": "documents-a-valider",
  "refused": "documents-refuses",
  "history": "documents-historique",
};

/** Result of a mass action. */
export function massResultText({ results }: MassResult): string {
  const done = results.filter(({ ok }) => ok).length;
  const left = results.length - done;
  const changed = `${countText(done, "document modifié", "documents modifiés")}.`;
  if (left === 0) return changed;
  const isBefore = results.some(({ code }) => code === "before-due-date");
  return `${changed} ${
    countText(left, "document inchangé", "documents inchangés")
  }\u00A0: ils ne sont plus attendus, ${
    isBefore ? "leur échéance est après celle qui est choisie, " : ""
  }ou votre rôle ne suffit pas.`;
}

export const DOCUMENT_ACTION_LABELS: Readonly<Record<DocumentAction["action"], string>> = {
  "drop": "Abandon de documents",
  "postpone": "Report d’échéance",
};

export const ACTION_LINE_LABELS: Readonly<Record<DocumentActionLine["state"], string>> = {
  "waiting": "À faire",
  "done": "Fait",
  "refused": "Inchangé",
};

/** Name of an action: « Report d’échéance au 01/03/2027 ». */
export function actionText({ action, finalDueDate }: DocumentAction): string {
  const label = DOCUMENT_ACTION_LABELS[action];
  return finalDueDate === null ? label : `${label} au ${formatDay(finalDueDate)}`;
}

/** Progress of an action: « 40 documents traités sur 120 ». */
export function actionProgressText({ doneCount, lineCount, refusedCount }: DocumentAction): string {
  const done = countText(doneCount, "document traité", "documents traités");
  const refused = refusedCount === 0
    ? ""
    : `, dont ${countText(refusedCount, "inchangé", "inchangés")}`;
  return `${done} sur ${formatNumber(lineCount)}${refused}`;
}

/** Why an action left a document unchanged; "" for the others. */
export function actionReasonText({ code }: DocumentActionLine): string {
  if (code === null) return "";
  return code === "not-found" ? "Introuvable, ou votre rôle ne suffit pas" : "N’est plus attendu";
}

/** A value as deposited; numbers have their unit. */
export function valueText({ asked: { type, unit }, value }: DepositedValue): string {
  if (value === null) return "Non renseignée";
  if (type === "date") return formatDay(value);
  return type === "number" ? formatQuantity(Number(value), unit, MOST_DECIMALS) : value;
}

/** How a value compares with its bounds. */
export const VALUE_COMPLIANCE: Readonly<Record<Compliance, string>> = {
  inside: "Dans les bornes",
  outside: "Hors bornes",
  neutral: "Sans borne",
};

/** The bounds of a value: "entre 60 et 80 °C"; "" when there are none. */
export function boundsText({ min, max, unit }: Pick<TypedocValue, "min" | "max" | "unit">): string {
  const text = (bound: number) => formatQuantity(bound, unit, MOST_DECIMALS);
  if (min === null) return max === null ? "" : `au plus ${text(max)}`;
  if (max === null) return `au moins ${text(min)}`;
  return `entre ${formatNumber(min, MOST_DECIMALS)} et ${text(max)}`;
}

/** A value to provide: "Rendement (au moins 85 %)", "Observations (texte, facultatif)". */
export function askedValueText({ name, type, required, ...asked }: TypedocValue): string {
  const bounds = boundsText(asked);
  const kind = type === "number" ? bounds || asked.unit || "nombre" : VALUE_KINDS[type];
  return `${name} (${kind}${required ? "" : ", facultatif"})`;
}

const VALUE_KINDS = { text: "texte", date: "date" } as const;

const MOST_DECIMALS = 15;

/** A contract with its code. */
export function contractText({ name, code }: { readonly name: string; readonly code: string }) {
  return [name, code].filter(Boolean).join(" · ");
}

type Fact = readonly [label: string, text: string];

/** Known facts about a document and its processing, for both its provider and the landlord. @spec contracting.viewer */
export function documentFacts({ document, contract, equipment }: DocumentInfo): Fact[] {
  const facts: readonly Fact[] = [
    ["Déposé le", formatInstant(document.uploadDate)],
    ["Déposé par", document.providerMail ?? ""],
    ["Réalisé le", formatDay(document.completionDate)],
    ["Échéance", formatDay(deadlineOf(document))],
    ["Échéance finale", formatDay(document.finalDueDate)],
    ["Contrat", contractText(contract)],
    ["Équipement", equipment?.name ?? ""],
    ["Code de l’équipement", equipment?.code ?? ""],
    ["Numéro", document.id],
  ];
  return facts.filter(([, text]) => text !== "");
}
