/** Holds the French words of the steps that bring a residence into service. @module */

import { namesOf } from "@/lib/base/records.ts";
import { NO_BREAK_SPACE } from "@/lib/base/text_format.ts";

/** What a step is called, and what it is for, in the order that works: each step uses what those before it made. */
export const STEP_WORDS = {
  place: {
    name: "Situer la résidence",
    why: "La carte, la météo et l’ensoleillement utilisent ses coordonnées.",
  },
  buildings: {
    name: "Ajouter un bâtiment",
    why: "Les logements, les VMC, les skydomes et les portes s’y rattachent.",
  },
  houseTypes: {
    name: "Créer les types de logement",
    why: "Le formulaire et l’import des logements les proposent.",
  },
  houses: {
    name: "Ajouter les logements",
    why: "Un à un, ou tous par un fichier du patrimoine.",
  },
  boilerRoom: {
    name: "Ajouter une chaufferie",
    why: "Le bilan énergétique se lit chaufferie par chaufferie.",
  },
  series: {
    name: "Créer les séries de mesure",
    why: "Chaque compteur et chaque sonde a sa série, avec son unité.",
  },
  readings: {
    name: "Recevoir des relevés",
    why: "Un capteur les envoie avec un jeton, ou un fichier les apporte.",
  },
  outdoor: {
    name: "Choisir la source de température extérieure",
    why: "Les degrés-jours (DJU) et l’objectif N’B en viennent.",
  },
  sources: {
    name: "Dire ce que la chaufferie brûle",
    why: "Le bilan lit la consommation sur le compteur de la source d’énergie.",
  },
  settings: {
    name: "Saisir les réglages du contrat",
    why: "NB, DJU du contrat, surface et eau chaude donnent l’objectif N’B.",
  },
  seasons: {
    name: "Saisir la saison de chauffe",
    why: "Hors saison, ni écart ni alerte de chauffage.",
  },
  people: {
    name: "Donner des rôles",
    why: "Sans rôle, seuls les administrateurs de l’organisation voient la résidence.",
  },
  providers: {
    name: "Demander les documents",
    why: "Les prestataires reçoivent un lien par mail et déposent carnets et attestations.",
  },
} as const satisfies Readonly<Record<string, { readonly name: string; readonly why: string }>>;

export type StepId = keyof typeof STEP_WORDS;

export const COMMISSIONING_STEPS: readonly StepId[] = namesOf(STEP_WORDS);

/** "3 étapes sur 12". */
export function stepCountText(steps: readonly { readonly isDone: boolean }[]): string {
  const done = steps.filter(({ isDone }) => isDone).length;
  return `${done} ${done > 1 ? "étapes" : "étape"} sur${NO_BREAK_SPACE}${steps.length}`;
}

/** "Mise en service : 3 étapes sur 12". */
export function commissioningText(steps: readonly { readonly isDone: boolean }[]): string {
  return `Mise en service${NO_BREAK_SPACE}: ${stepCountText(steps)}`;
}
