/** Declares the forms of the features and installation of a residence. @module */

import { check, choice } from "@/lib/ui/fields.ts";
import { form } from "@/lib/ui/form.ts";
import {
  ECOTOUCH_ACCESS,
  type EcotouchAccess,
  HOUSE_HOURLY,
  HOUSE_MODES,
  type HouseHourlyFeature,
  type HouseModeFeature,
} from "./features.ts";
import {
  type ProjectFeatures,
  projectFeaturesDraft,
  type ProjectInstallation,
  projectInstallationDraft,
} from "./schema.ts";

/** Rights of the occupants' application. @spec housing.app-rights */
export const ECOTOUCH_LABELS: Readonly<Record<EcotouchAccess, string>> = {
  0: "Rien",
  1: "Lecture",
  2: "Lecture et pilotage",
  3: "Lecture et pilotage en direct",
};

/** Visibility of each dwelling. @spec housing.visibility */
const HOUSE_MODE_LABELS: Readonly<Record<HouseModeFeature, string>> = {
  0: "Rien",
  1: "Le détail de chaque logement",
  2: "Des groupes anonymes seulement",
  3: "Selon le choix fait pour chaque logement",
  4: "Des groupes anonymes, le détail pour température et humidité",
};

/** Granularity of the dwellings' data. @spec housing.visibility */
const HOUSE_HOURLY_LABELS: Readonly<Record<HouseHourlyFeature, string>> = {
  0: "Par jour",
  1: "Par heure",
  2: "Par heure pour température et humidité, par jour pour le reste",
  3: "Toutes les 5 minutes",
  4: "Toutes les 5 minutes pour température et humidité, par jour pour le reste",
  5: "Par heure selon le choix fait pour chaque logement",
  6: "Toutes les 5 minutes selon le choix fait pour chaque logement",
};

/** Features of a residence, each with its effect. @spec projects.features */
export const FEATURES_FORM = form({
  name: "features",
  limits: projectFeaturesDraft,
  fields: {
    houseMode: choice(Object.values(HOUSE_MODES), HOUSE_MODE_LABELS, {
      label: "Ce que les écrans montrent des logements",
    }),
    houseHourly: choice(Object.values(HOUSE_HOURLY), HOUSE_HOURLY_LABELS, {
      label: "Finesse des données des logements",
      hint: "Plus fin que le jour demande le consentement de l’occupant.",
    }),
    houseOnConnection: check({
      label: "Connectivité des logements",
      hint: "Les écrans disent quels logements répondent, et depuis quand.",
    }),
    houseTypes: check({
      label: "Types de logement",
      hint: "Surface et nombre d’occupants se donnent par type et se voient avec chaque logement.",
    }),
    houseMetadata: check({
      label: "Renseignements libres",
      hint: "La fiche d’un logement porte des champs libres.",
    }),
    housesConsreport: check({
      label: "Bilans de consommation",
      hint:
        "Un bilan par logement et par mois, à imprimer ou à lire en ligne\u00A0; ses rôles et son menu existent.",
    }),
    housesAppAlarm: check({
      label: "Messages d’alerte aux locataires",
      hint: "Les messages d’alerte, leur menu et leurs rôles existent.",
    }),
    tempOffset: check({
      label: "Correction des températures",
      hint: "L’écart réglé sur chaque module est retranché de la température montrée.",
    }),
    facilityFiveMin: check({
      label: "Pas de 5 minutes des équipements",
      hint: "La période «\u00A05 min\u00A0» est offerte pour les chaufferies et les bâtiments.",
    }),
    calculatedHeatingSeason: check({
      label: "Saisons de chauffe calculées",
      hint: "Les dates viennent des DJU\u00A0; sinon elles se saisissent.",
    }),
    display: check({
      label: "Écran d’information",
      hint: "Les messages, les contacts, l’affiche et l’écran du hall existent, avec leurs rôles.",
    }),
  } satisfies Record<keyof ProjectFeatures, unknown>,
});

/** Equipment of a residence, each with its effect. @spec projects.installation */
export const INSTALLATION_FORM = form({
  name: "installation",
  limits: projectInstallationDraft,
  fields: {
    instrumented: check({
      label: "Résidence instrumentée",
      hint: "Des relevés en sont attendus\u00A0; sinon, son silence n’alerte personne.",
    }),
    hasPilot: check({
      label: "Pilotage des logements (Eco-Pilot)",
      hint: "Les pages du pilotage, ses seuils d’alerte et ses rôles existent.",
    }),
    hasTempPilot: check({
      label: "Pilotage du chauffage",
      hint: "Les modules se règlent aussi avec les rôles du pilotage du chauffage.",
    }),
    ecotouchAdmin: choice(Object.values(ECOTOUCH_ACCESS), ECOTOUCH_LABELS, {
      label: "Application des occupants (Eco-Touch)",
      hint: "Au plus\u00A0: chaque logement peut en permettre moins. Les rôles proposés suivent.",
    }),
  } satisfies Record<keyof ProjectInstallation, unknown>,
});
