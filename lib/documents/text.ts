/** Words of documents and registers: states, lists, values, actions, columns. @module */

import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { formatDay, formatInstant } from "@/lib/base/date_format.ts";
import { lowered } from "@/lib/base/strings.ts";
import { countText, formatNumber, formatQuantity } from "@/lib/base/text_format.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import type { DocumentList, DocumentState } from "./document_states.ts";
import { daysLate, deadlineOf, isDefinitelyLate } from "./due_dates.ts";
import type {
  DocumentAction,
  DocumentActionLine,
  DocumentInfo,
  DocumentRow,
  MassResult,
  TypedocValue,
  TypedocValueType,
} from "./schema.ts";
import type { Compliance, DepositedValue } from "./upload_rules.ts";

export const VALUE_TYPE_LABELS: Readonly<Record<TypedocValueType, string>> = {
  number: "Nombre",
  text: "Texte",
  date: "Date",
};

/** State of a provider or a document type. */
export function archivedText(archived: boolean): string {
  return archived ? "Archivé" : "Actif";
}

/**
 * The button that archives or restores a provider or a document type.
 *
 * @param noun "le type"
 * @param place whether it is archived, and where it is offered otherwise: "aux demandes"
 */
export function archivalButton(
  noun: string,
  { archived, offeredTo }: { readonly archived: boolean; readonly offeredTo: string },
) {
  return archived
    ? {
      intent: "restore",
      label: `Restaurer ${noun}`,
      text: `Restauré, il est de nouveau proposé ${offeredTo}.`,
    }
    : {
      intent: "archive",
      label: `Archiver ${noun}`,
      text:
        "Archivé, il n’est plus proposé aux nouvelles demandes. Celles qui le nomment continuent.",
    };
}

/**
 * Why a user may not change what other residences share, and who may.
 *
 * @spec contracting.shared
 * @param noun "le contrat"
 * @param choosesOwn whether they may choose which of their residences it concerns
 */
export function sharedText(noun: string, choosesOwn: boolean): string {
  const who =
    `D’autres résidences que les vôtres sont concernées. Demandez à une personne qui gère les documents de toutes ces résidences, ou à un administrateur de l’organisation qui en gère, de changer ${noun}.`;
  return choosesOwn
    ? `${who} Vous choisissez seulement lesquelles de vos résidences en font partie.`
    : who;
}

/** Why a request with deposits keeps its choices. @param stored names of the changed choices, as stored */
export function keptChoiceText(stored: readonly string[]): string {
  const names = stored.map((name) => `«\u00A0${name}\u00A0»`).join(" et ");
  return `Un document est déjà déposé\u00A0: remettez ${names}, ou créez une autre demande.`;
}

/** Why a request with deposits is not deleted. @param close whether it is closed already */
export function depositedRequestText(close: boolean): string {
  const instead = close ? "" : ", mais elle peut être close";
  return `Un document a été déposé\u00A0: cette demande ne se supprime pas${instead}.`;
}

/** State of a request. */
export function closeText(close: boolean): string {
  return close ? "Close" : "Ouverte";
}

export function residencesText(count: number, isEvery: boolean): string {
  return isEvery ? "Toutes" : formatNumber(count, 0);
}

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
  return `${PAGES.documents.title}, ${label}${list === "history" ? ` ${year}` : ""}`;
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
export function valueText({ requested: { type, unit }, value }: DepositedValue): string {
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
export function askedValueText({ name, type, required, ...requested }: TypedocValue): string {
  const bounds = boundsText(requested);
  const kind = type === "number" ? bounds || requested.unit || "nombre" : VALUE_KINDS[type];
  return `${name} (${kind}${required ? "" : ", facultatif"})`;
}

const VALUE_KINDS = { text: "texte", date: "date" } as const;

const MOST_DECIMALS = 15;

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

/** A column of a list of documents, in its page and in its file. */
interface DocumentColumn {
  readonly field: string;
  readonly label: string;
  readonly unit?: string;
  value(row: DocumentRow): string | number | null;
}

const SUBJECT: readonly DocumentColumn[] = [
  { field: "typedoc", label: "Document", value: ({ typedocName }) => typedocName },
  { field: "project", label: "Résidence", value: ({ projectName }) => projectName },
  { field: "equipment", label: "Équipement", value: ({ equipmentName }) => equipmentName },
  { field: "provider", label: "Prestataire", value: ({ providerName }) => providerName },
  { field: "deadline", label: "Échéance", value: (row) => formatDay(deadlineOf(row)) },
];

const STATE: DocumentColumn = {
  field: "state",
  label: "État",
  value: ({ state }) => stateText(state),
};
const DEPOSITED: DocumentColumn = {
  field: "uploadDate",
  label: "Déposé le",
  value: ({ uploadDate }) =>
    uploadDate === null ? "" : formatDay(civilDateOf(Date.parse(uploadDate), DEFAULT_TIME_ZONE)),
};
const COMPLIANCE: DocumentColumn = {
  field: "compliance",
  label: "Conformité",
  value: ({ compliance }) => complianceText(compliance),
};

export function documentColumnTexts(list: DocumentList, today: IsoDate): readonly DocumentColumn[] {
  return [...SUBJECT, ...ownColumns(list, today)];
}

function ownColumns(list: DocumentList, today: IsoDate): readonly DocumentColumn[] {
  switch (list) {
    case "running":
      return [STATE];
    case "late":
      return [
        { field: "late", label: "Retard", unit: "jours", value: (row) => daysLate(row, today) },
        {
          field: "finalDueDate",
          label: "Échéance finale",
          value: (row) => finalDueText(row, today),
        },
        STATE,
      ];
    case "to-validate":
      return [DEPOSITED, COMPLIANCE];
    case "refused":
      return [DEPOSITED, { field: "comment", label: "Motif", value: ({ comment }) => comment }];
    case "history":
      return [STATE, DEPOSITED, COMPLIANCE];
  }
}
