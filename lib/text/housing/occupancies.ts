import type { OccupancyPeriod } from "@/lib/domain/housing/occupancy.ts";
import type { Occupancy } from "@/lib/domain/housing/types.ts";
import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import type { CsvColumn } from "@/lib/domain/tables/csv.ts";
import { formatDay } from "@/lib/text/format/dates.ts";

export const OCCUPANCY_LABELS = {
  name: "Nom",
  email: "Email",
  from: "Entrée",
  to: "Sortie",
  givenOn: "Accord donné le",
  source: "Preuve de l’accord",
  withdrawnOn: "Accord retiré le",
} as const;

export const ERASED_OCCUPANT = "Personne effacée";

/** Consent of a user to fine data, in a few words. */
export function consentText(consent: Occupancy["consent"]): string {
  if (consent === null) return "Non";
  const { givenOn, source, withdrawnOn } = consent;
  if (withdrawnOn !== null) return `Retiré le ${formatDay(withdrawnOn)}`;
  return `Depuis le ${formatDay(givenOn)} (${source})`;
}

/** A period of a dwelling: « occupation depuis le 01/04/2026 », « logement vacant jusqu’au 31/03/2026 ». */
export function occupancyPeriodText({ kind, from, to }: OccupancyPeriod): string {
  const name = kind === "vacant" ? "logement vacant" : "occupation";
  if (from === null) return to === null ? name : `${name} jusqu’au ${formatDay(to)}`;
  const days = to === null
    ? `depuis le ${formatDay(from)}`
    : `du ${formatDay(from)} au ${formatDay(to)}`;
  return `${name} ${days}`;
}

/** Label of the links to the occupancies of a period in which the occupant changed. */
export const OCCUPANT_CHANGED = "L’occupant a changé sur cette période";

/** Why the hours of a day, or a state, are hidden. */
export const CLOSED_DATA = {
  alone: {
    title: "Relevés visibles par jour seulement",
    reason:
      "Les heures d’un logement ne se voient qu’avec l’accord de son occupant, et ce jour n’est couvert par aucun accord.",
  },
  together: {
    title: "Relevés visibles par jour seulement",
    reason:
      "Les heures d’un logement ne se voient qu’avec l’accord de son occupant, et aucun accord ne couvre ce jour dans la résidence.",
  },
  state: {
    title: "Accord de l’occupant nécessaire",
    reason:
      "Un état peut dire quand quelqu’un est chez lui\u00A0: il ne se voit qu’avec l’accord de l’occupant, et aucun jour de ce mois n’est couvert par un accord.",
  },
} as const;

export interface OccupantReading {
  readonly date: IsoDate;
  readonly series: string;
  readonly value: number | null;
  readonly unit: string;
}

type OccupantCard = Omit<Occupancy, "id" | "version" | "access"> & {
  readonly residence: string;
  readonly dwelling: string;
};

export const OCCUPANT_COLUMNS: readonly CsvColumn<OccupantCard>[] = [
  { header: "Résidence", value: ({ residence }) => residence },
  { header: "Logement", value: ({ dwelling }) => dwelling },
  { header: OCCUPANCY_LABELS.name, value: ({ name }) => name ?? "" },
  { header: OCCUPANCY_LABELS.email, value: ({ email }) => email },
  { header: OCCUPANCY_LABELS.from, value: ({ from }) => from },
  { header: OCCUPANCY_LABELS.to, value: ({ to }) => to ?? "" },
  { header: OCCUPANCY_LABELS.givenOn, value: ({ consent }) => consent?.givenOn ?? "" },
  { header: OCCUPANCY_LABELS.source, value: ({ consent }) => consent?.source ?? "" },
  { header: OCCUPANCY_LABELS.withdrawnOn, value: ({ consent }) => consent?.withdrawnOn ?? "" },
];

export const OCCUPANT_READING_COLUMNS: readonly CsvColumn<OccupantReading>[] = [
  { header: "Jour", value: ({ date }) => date },
  { header: "Série", value: ({ series }) => series },
  { header: "Valeur", value: ({ value }) => value },
  { header: "Unité", value: ({ unit }) => unit },
];
