import type { FeatureFlag } from "@/lib/domain/projects/features_form.ts";
import type { InstallationFlag } from "@/lib/domain/projects/installation_form.ts";
import type { HouseHourlyFeature, HouseModeFeature } from "@/lib/domain/projects/types.ts";

/** What is shown of each dwelling. @spec F §3 "houseMode meaning for a project" */
export const HOUSE_MODE_LABELS: Readonly<Record<HouseModeFeature, string>> = {
  0: "Rien",
  1: "Le détail de chaque logement",
  2: "Des groupes anonymes seulement",
  3: "Selon le choix fait pour chaque logement",
  4: "Des groupes anonymes, le détail pour température et humidité",
};

/** How fine the dwellings' data may be. @spec F §3 "houseHourly" */
export const HOUSE_HOURLY_LABELS: Readonly<Record<HouseHourlyFeature, string>> = {
  0: "Par jour",
  1: "Par heure",
  2: "Par heure pour température et humidité, par jour pour le reste",
  3: "Toutes les 5 minutes",
  4: "Toutes les 5 minutes pour température et humidité, par jour pour le reste",
  5: "Par heure selon le choix fait pour chaque logement",
  6: "Toutes les 5 minutes selon le choix fait pour chaque logement",
};

export interface FeatureText {
  readonly label: string;
  readonly effect: string;
}

/** What each feature changes. @spec projects.features, domain §3 "Project features and their effect" */
export const FEATURE_TEXTS: Readonly<Record<FeatureFlag, FeatureText>> = {
  houseOnConnection: {
    label: "Connectivité des logements",
    effect: "Les écrans disent quels logements répondent, et depuis quand.",
  },
  houseTypes: {
    label: "Types de logement",
    effect: "Surface et nombre d’occupants se donnent par type et se voient avec chaque logement.",
  },
  houseMetadata: {
    label: "Renseignements libres",
    effect: "La fiche d’un logement porte des champs libres.",
  },
  housesConsreport: {
    label: "Bilans de consommation",
    effect: "Les rôles du bilan de consommation existent. Son écran n’existe pas encore.",
  },
  housesAppAlarm: {
    label: "Messages d’alerte aux locataires",
    effect: "Les messages d’alerte, leur menu et leurs rôles existent.",
  },
  tempOffset: {
    label: "Correction des températures",
    effect: "L’écart réglé sur chaque module est retranché de la température montrée.",
  },
  facilityFiveMin: {
    label: "Pas de 5 minutes des équipements",
    effect: "La période «\u00A05 min\u00A0» est offerte pour les chaufferies et les bâtiments.",
  },
  calculatedHeatingSeason: {
    label: "Saisons de chauffe calculées",
    effect: "Les dates viennent des DJU\u00A0; sinon elles se saisissent.",
  },
  display: {
    label: "Écran d’information",
    effect: "Les rôles de l’écran d’information existent. Ses pages n’existent pas encore.",
  },
};

/** What each thing a residence has changes. @spec domain §3 "Project features and their effect" */
export const INSTALLATION_TEXTS: Readonly<Record<InstallationFlag, FeatureText>> = {
  instrumented: {
    label: "Résidence instrumentée",
    effect: "Des relevés en sont attendus\u00A0; sinon, son silence n’alerte personne.",
  },
  hasPilot: {
    label: "Pilotage des logements (Eco-Pilot)",
    effect: "Les rôles d’Eco-Pilot existent. Ses écrans n’existent pas encore.",
  },
  hasTempPilot: {
    label: "Pilotage du chauffage",
    effect: "Les rôles du pilotage du chauffage existent. Ses écrans n’existent pas encore.",
  },
};

/** What the occupants' application may do in the residence, at most. */
export const ECOTOUCH_FIELD = {
  label: "Application des occupants (Eco-Touch)",
  hint: "Au plus\u00A0: chaque logement peut en permettre moins. Les rôles proposés suivent.",
} as const;
