/** Words of terms and of the states of statements. @module */

import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { formatDay } from "@/lib/base/date_format.ts";
import { formatNumber, formatPercent, formatQuantity } from "@/lib/base/text_format.ts";
import { vatPercentOn, type VatSubject } from "@/lib/energy_prices/vat_rates.ts";
import { seasonName } from "@/lib/energy_signature/text.ts";
import type { HeatingSeason } from "@/lib/facilities/schema.ts";
import { temperatureHelp } from "./nb_changes.ts";
import { hasOddShares } from "./price_revision.ts";
import type { AUTHORED, Days, Settlement, StatementSheet, StoredTerms } from "./schema.ts";
import { componentLines } from "./typed_terms.ts";

export const KIND_LABELS: Readonly<Record<StoredTerms["kind"], string>> = {
  MFI: "MFI, forfait avec intéressement",
  MTI: "MTI, température avec intéressement",
  MCI: "MCI, comptage avec intéressement",
  CPI: "CPI, combustible et prestation avec intéressement",
  PFI: "PFI, prestation et forfait avec intéressement",
  MF: "MF, forfait",
  MT: "MT, température",
  MC: "MC, comptage",
  CP: "CP, combustible et prestation",
  PF: "PF, prestation et forfait",
};

export const BASIS_LABELS: Readonly<Record<StoredTerms["energyBasis"], string>> = {
  PCS: "kWh PCS (gaz)",
  PCI: "kWh PCI (gaz, bois)",
  useful: "kWh livrés (réseau de chaleur)",
};

export const NEUTRAL_LABELS: Readonly<Record<StoredTerms["neutralMode"], string>> = {
  deductible: "Déduite\u00A0: seul ce qui la dépasse est partagé",
  threshold: "Seuil\u00A0: au-delà, tout est partagé",
};

export const PRICE_BASIS_LABELS: Readonly<Record<StoredTerms["priceBasis"], string>> = {
  consumed: "Moyen, pondéré par la consommation",
  target: "Moyen, pondéré par l’objectif",
  last: "Du dernier mois de la saison",
};

export const ROUNDING_LABELS: Readonly<Record<StoredTerms["coefRounding"], string>> = {
  half: "Au plus proche",
  up: "Par excès",
};

export const STATE_LABELS: Readonly<Record<Settlement["state"], string>> = {
  sent: "Envoyé",
  withdrawn: "Retiré",
  accepted: "Accepté",
  contested: "Contesté",
  closed: "Clos",
};

/** Name of the type of document in which statements are deposited, at the beginning of that of the register. */
export const DEPOSITED_TYPE = "Bilan d’intéressement";

/** Author of an answer given by the link that the operator received. */
export const BY_LINK = "lien de l’exploitant";

/** Author of the acceptance of a statement that was not answered in time. */
export const BY_SILENCE = "silence de l’exploitant, au terme de l’accord tacite";

export function termsSubject({ from, kind }: Pick<StoredTerms, "from" | "kind">): string {
  return `${kind}, ${formatDay(from)}`;
}

/** Warns of a revised part of the price whose a + Σb is not 1; null where each is. @spec settlement.typed */
export function oddSharesText(
  { from, components }: Pick<StoredTerms, "from" | "components">,
): string | null {
  const odd = components.filter(hasOddShares);
  if (odd.length === 0) return null;
  return `Conditions du ${formatDay(from)}\u00A0: la somme des parts n’est pas 1 dans ${
    componentLines(odd).replaceAll("\n", ", ")
  }. C’est possible, mais rare\u00A0: vérifiez le contrat.`;
}

/** « du 01/10/2025 au 31/12/2025 ». */
export function daysText({ from, to }: Days): string {
  return `du ${formatDay(from)} au ${formatDay(to)}`;
}

/** The days of a season that no contract covers. @spec settlement.uncovered */
export function uncoveredText(days: readonly Days[]): string {
  return `Aucun contrat ne couvre les jours ${
    days.map(daysText).join(", ")
  }\u00A0: rien n’est décompté pour eux.`;
}

/** The typed days of a heating season. */
export function seasonDaysText({ dateStart, dateStop }: HeatingSeason): string {
  return [dateStart, dateStop].map((day) => day === null ? "…" : formatDay(day)).join(" au ");
}

export const AUTHORS_TITLE = "Annexe\u00A0: auteurs";

/** What a person entered that makes a statement. */
export const AUTHORED_LABELS: Readonly<Record<typeof AUTHORED[number], string>> = {
  terms: "Conditions",
  price: "Prix",
  index: "Indice",
  sources: "Sources d’énergie",
  settings: "Réglages de la chaufferie",
  gasFactors: "Coefficients du gaz",
  season: "Saison de chauffe",
};

/** « Décompte 2025-2026 », « Rectificatif du décompte 2025-2026, version 2 », with the days of a part of the season. */
export function statementName(
  { yearStart, number, corrects, sheet }: Pick<Settlement, "yearStart" | "number" | "corrects"> & {
    readonly sheet: Pick<StatementSheet, "isPart" | "from" | "to">;
  },
): string {
  const days = sheet.isPart ? `, ${daysText(sheet)}` : "";
  const season = `${seasonName(yearStart)}${days}`;
  if (corrects !== null) return `Rectificatif du décompte ${season}, version ${number}`;
  return number === 1 ? `Décompte ${season}` : `Décompte ${season}, version ${number}`;
}

/** Why a season has no statement, in words. @spec settlement.missing */
export const FAULT_TEXTS: Readonly<Record<NonNullable<StatementSheet["fault"]>, string>> = {
  "no-rows": "Aucun jour de la saison n’a encore à la fois une consommation et des DJU.",
  "no-terms": "Aucune condition de contrat n’est en vigueur dans la saison.",
  "no-price":
    "Le prix du kWh manque pour une partie de la saison, «\u00A0manquant\u00A0» dans l’annexe\u00A0: un indice sans valeur, ou aucun prix de l’énergie.",
  "no-dju": "Les DJU du contrat sont à 0.",
  "overlapping-terms": "Deux conditions commencent le même jour.",
  "overlapping-prices": "Deux prix commencent le même jour.",
  "bands-not-increasing": "Les bornes des tranches ne croissent pas.",
  "share-outside-0-1": "Une part n’est pas entre 0 et 1.",
  "last-band-bounded": "La dernière tranche est bornée.",
  "several-terms-of-mfi": "Un marché au forfait n’a qu’une version de ses conditions par saison.",
  "energy-basis":
    "Les kWh du contrat ne sont pas ceux du compteur\u00A0: seul le gaz se convertit entre PCS et PCI.",
  "forfait-of-part":
    "Un forfait vaut pour une saison entière\u00A0: celui-ci n’en couvre qu’une partie.",
  "not-configured": "L’énergie de la chaufferie n’est pas configurée.",
};

/** What the version before says of NB, by field: its area, its temperature with what 1 K more may change. @param day of the season whose days count */
export function beforeHints(before: StoredTerms | undefined, day: IsoDate) {
  const { areaM2 = null, targetTemp = null } = before ?? {};
  if (before === undefined) return {};
  const since = `Depuis le ${formatDay(before.from)}\u00A0:`;
  const { ademePercent, djuPercent, days } = temperatureHelp({ ...before, from: day }, 1);
  return {
    ...areaM2 !== null && {
      areaM2: `${since} ${
        formatQuantity(areaM2, "m²", 2)
      }. Si elle change, NB × A′/A est proposé avant d’enregistrer`,
    },
    ...targetTemp !== null && {
      targetTemp: `${since} ${
        formatQuantity(targetTemp, "°C")
      }. Si elle change, l’avenant donne le nouveau NB\u00A0; pour repère seulement, par K\u00A0: ${
        formatPercent(ademePercent)
      } (ADEME), ou ${formatPercent(djuPercent)} (${days} jours, ${
        formatNumber(before.djuContract)
      } DJU)`,
    },
  };
}

/** The usual rates of VAT on a day, by what the settlement corrects. @spec settlement.vat */
export function vatHint(day: IsoDate): string {
  const rates = (...subjects: readonly VatSubject[]) =>
    subjects.map((subject) => formatPercent(vatPercentOn(subject, day), 2)).join(" ou ");
  return `À confirmer avec votre comptable. D’usage\u00A0: le taux de l’énergie (gaz ${
    rates("gas")
  }, électricité ${rates("electricity")}, bois ${rates("wood")}, réseau ${
    rates("renewableHeat", "districtHeat")
  })\u00A0; pour PFI, ${rates("p2")} comme le P2, ${
    rates("p2WithP3")
  } avec un P3\u00A0; 0\u00A0% si le contrat dit indemnité`;
}
