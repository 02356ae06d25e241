/** Forms of the terms of energy contracts, of their indexes, and of the acts on a statement. @module */

import { isIsoDate } from "@/lib/base/civil_dates.ts";
import {
  area,
  choice,
  date,
  decimal,
  type FormField,
  number,
  orNull,
  percent,
  pick,
  text,
} from "@/lib/ui/fields.ts";
import { form, MUST_CHOOSE } from "@/lib/ui/form.ts";
import { DJU_METHODS } from "@/lib/facilities/degree_days.ts";
import { DJU_METHOD_LABELS } from "@/lib/weather/forms.ts";
import { bandsFault, sharesGap } from "./bands.ts";
import {
  COEF_ROUNDINGS,
  CONTRACT_KINDS,
  ENERGY_BASES,
  energyTermsDraft,
  MOST_INDEX_VALUES,
  NEUTRAL_MODES,
  PRICE_BASES,
  statementActDraft,
  type Terms,
} from "./schema.ts";
import {
  BASIS_LABELS,
  FAULT_TEXTS,
  KIND_LABELS,
  NEUTRAL_LABELS,
  PRICE_BASIS_LABELS,
  ROUNDING_LABELS,
} from "./text.ts";
import {
  bandLines,
  componentLines,
  indexLines,
  readBands,
  readComponents,
  readIndexValues,
  type TypedLines,
} from "./typed_terms.ts";

interface LinesField<Item> {
  readonly label: string;
  readonly hint: string;
  readonly required?: boolean;
  readonly rows?: number;
  read(text: string): TypedLines<Item>;
  write(items: readonly Item[]): string;
  fault?(items: readonly Item[]): string | null;
}

/** A text of one item a line; the first line that cannot be read is quoted. */
function lines<Item>({ read, write, fault, ...words }: LinesField<Item>): FormField<Item[]> {
  return {
    ...area({ ...words, isWide: true }),
    read: (typed) => {
      const found = read(typed);
      return found.ok ? found.items : [];
    },
    write,
    error(typed) {
      const found = read(typed);
      if (!found.ok) {
        return { code: "message", message: `Ligne illisible\u00A0: «\u00A0${found.line}\u00A0»` };
      }
      const message = fault?.(found.items) ?? null;
      return message === null ? null : { code: "message", message };
    },
  };
}

/** A day of each year, typed « 15/10 »: "10-15", or null. */
function dayOfYear(label: string, hint: string): FormField<string | null> {
  const read = (typed: string) => /^(\d{1,2})\s*\/\s*(\d{1,2})$/.exec(typed.trim());
  const dayOf = (typed: string) => {
    const [, day = "", month = ""] = read(typed) ?? [];
    return `${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  };
  return {
    ...text({ label, hint, maxLength: 10 }),
    read: (typed) => typed.trim() === "" ? null : dayOf(typed),
    write: (value) => value === null ? "" : value.split("-").toReversed().join("/"),
    error: (typed) =>
      typed.trim() === "" || isIsoDate(`2001-${dayOf(typed)}`)
        ? null
        : { code: "message", message: "Jour et mois, comme 15/10" },
  };
}

function bands(label: string) {
  return lines({
    label,
    hint:
      "Une tranche par ligne, sauf sans intéressement\u00A0: «\u00A0jusqu’à 15\u00A0%\u00A0: 2/3\u00A0», «\u00A0au-delà\u00A0: 1\u00A0», ou «\u00A0tout\u00A0: 1/2\u00A0»",
    rows: 3,
    read: readBands,
    write: bandLines,
    fault: (all) => {
      const fault = all.length === 0 ? null : bandsFault(all);
      return fault === null ? null : FAULT_TEXTS[fault];
    },
  });
}

const REQUIRED = { code: "required" } as const;

/** Terms of a contract from a day on; nothing is preselected: no share is law. @spec settlement.terms */
export const TERMS_FORM = form({
  name: "terms",
  limits: energyTermsDraft,
  fields: {
    from: date({ label: "En vigueur à partir du" }),
    to: date({ label: "Fin du contrat", hint: "Dernier jour. Vide\u00A0: contrat en cours" }),
    kind: choice(CONTRACT_KINDS, KIND_LABELS, {
      label: "Sorte de marché",
      hint: "CPE, CREM\u00A0: MCI si l’exploitant achète l’énergie, PFI si c’est le bailleur",
      ...MUST_CHOOSE,
    }),
    contractId: pick({
      label: "Contrat des documents",
      hint: "Son prestataire reçoit le lien du décompte",
      empty: "Aucun",
    }),
    reference: text({ label: "Contrat", hint: "Nom ou numéro du contrat, et de l’avenant" }),
    operator: text({ label: "Exploitant" }),
    energyBasis: choice(ENERGY_BASES, BASIS_LABELS, { label: "kWh du contrat", ...MUST_CHOOSE }),
    nbKWh: number({ label: "NB", unit: "kWh" }),
    djuContract: number({ label: "DJU du contrat", step: 0.1 }),
    djuStation: text({
      label: "Station du contrat",
      hint: "Le calcul prend celle des réglages de la chaufferie",
    }),
    djuMethod: choice(DJU_METHODS, DJU_METHOD_LABELS, {
      label: "Calcul des DJU au contrat",
      empty: "Non précisé",
    }),
    areaM2: number({
      label: "Surface chauffée",
      unit: "m²",
      hint: "Du NB. Si elle change, NB × A′/A est proposé avant d’enregistrer",
      step: 0.01,
    }),
    targetTemp: number({
      label: "Température cible",
      unit: "°C",
      hint: "Du NB. Si elle change, l’avenant donne le nouveau NB",
      step: 0.1,
    }),
    seasonStart: dayOfYear(
      "Début de la saison",
      "Vide\u00A0: 01/10. Une saison enregistrée l’emporte",
    ),
    seasonStop: dayOfYear("Fin de la saison", "Vide\u00A0: 20/05"),
    q: number({
      label: "q",
      unit: "kWh/m³",
      hint: "Dans les kWh du contrat",
      step: 0.1,
    }),
    saving: bands("Économie, part de l’exploitant"),
    excess: bands("Excès, part de l’exploitant"),
    neutralPct: number({ label: "Zone neutre", unit: "%", step: 0.1 }),
    neutralMode: choice(NEUTRAL_MODES, NEUTRAL_LABELS, { label: "Franchise", ...MUST_CHOOSE }),
    bonusHT: orNull(decimal({ label: "Plafond de l’économie, HT", unit: "€", step: 0.01 })),
    malusHT: orNull(decimal({ label: "Plafond de l’excès, HT", unit: "€", step: 0.01 })),
    components: lines({
      label: "Prix du kWh HT et révision",
      hint:
        "Une part par ligne\u00A0: «\u00A00,062 × (0,15 + 0,85 PEG/95,0)\u00A0», ou «\u00A00,0164 Accise\u00A0». Vide\u00A0: les prix de l’énergie, sans l’abonnement",
      rows: 3,
      read: readComponents,
      write: componentLines,
    }),
    coefRounding: choice(COEF_ROUNDINGS, ROUNDING_LABELS, {
      label: "Arrondi du coefficient K",
      initial: "half",
    }),
    coefDecimals: number({ label: "Décimales de K", initial: "4" }),
    priceDecimals: number({ label: "Décimales du prix", initial: "5" }),
    lagMonths: number({
      label: "Retard des indices",
      unit: "mois",
      hint: "0\u00A0: l’indice du mois même",
      initial: "0",
    }),
    priceBasis: choice(PRICE_BASES, PRICE_BASIS_LABELS, {
      label: "Prix de l’écart",
      ...MUST_CHOOSE,
    }),
    vatPercent: percent({ label: "TVA (%)" }),
    tacitDays: number({
      label: "Accord tacite",
      unit: "jours",
      hint: "Vide\u00A0: le silence n’accepte rien",
    }),
  },
  check: ({ kind = "", saving = "", excess = "" }) => ({
    ...sharesGap({ kind }) && saving.trim() === "" && { saving: REQUIRED },
    ...sharesGap({ kind }) && excess.trim() === "" && { excess: REQUIRED },
  }),
  values: (
    { djuStation = "", coefDecimals = 4, priceDecimals = 5, ...terms }: Terms,
  ) => ({ ...terms, djuStation, coefDecimals, priceDecimals }),
  refusals: { "terms-taken": "from", "unknown-reference": "contractId" },
});

type TermsTexts = Partial<Record<"saving" | "excess" | "neutralPct" | "neutralMode", string>>;

/** Usual clauses, chosen by a person only. */
export const TERMS_TEMPLATES: Readonly<
  Record<string, { readonly label: string; readonly values: TermsTexts }>
> = {
  half: {
    label: "Moitié-moitié, neutre 4\u00A0%",
    values: {
      saving: "tout\u00A0: 1/2",
      excess: "tout\u00A0: 1/2",
      neutralPct: "4",
      neutralMode: "deductible",
    },
  },
  third: {
    label: "Tiers",
    values: {
      saving: "tout\u00A0: 1/3",
      excess: "tout\u00A0: 2/3",
      neutralPct: "0",
      neutralMode: "deductible",
    },
  },
};

/** Values of indexes, as typed or pasted from a CSV file. @spec settlement.indexes */
export const INDEXES_FORM = form({
  name: "indexes",
  fields: {
    values: lines({
      label: "Indices",
      hint:
        "Une valeur par ligne, comme dans un fichier CSV\u00A0: «\u00A0PEG;2026-01;108,3;source;03/02/2026\u00A0», le jour de publication en dernier s’il est connu",
      rows: 8,
      read: readIndexValues,
      write: indexLines,
      fault: (all) => {
        const names = all.map(({ indexName, month }) => `${indexName}, ${month}`);
        const twice = names.find((name, at) => names.indexOf(name) < at);
        if (twice !== undefined) return `Deux valeurs de ${twice}`;
        return all.length > MOST_INDEX_VALUES ? `${MOST_INDEX_VALUES} valeurs au plus` : null;
      },
    }),
  },
});

/** What is said with an act on a statement. @spec settlement.states */
export const STATEMENT_FORM = form({
  name: "statement",
  limits: statementActDraft,
  fields: {
    comment: area({ label: "Commentaire", isWide: true }),
  },
  refusals: { "comment-required": "comment" },
});
