/** Writes the legal notice, the privacy statement and the accessibility statement. @module */

import { withNoBreaks } from "@/lib/base/text_format.ts";
import { AUDIT_YEARS } from "@/lib/organisations/audit_log.ts";
import { DEFAULT_RETENTION } from "@/lib/timeseries/retention.ts";
import type { MapTiles } from "@/lib/ui/map_tiles.ts";
import { PRODUCT_NAME } from "@/lib/ui/page_titles.ts";
import type { AppConfig } from "@/lib/web/config.ts";

/** The operator of this instance, from its settings; null for missing values. @spec platform.statements */
type Publisher = AppConfig["publisher"];

export interface StatementPart {
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** Lines below the paragraphs. */
  readonly list?: readonly string[];
}

const UNSAID = "Qui exploite cette instance ne l’a pas encore indiqué.";

/** Legal term of each state of conformity. */
const CONFORMITY_WORDS: Readonly<Record<Publisher["conformity"], string>> = {
  none: "non conforme",
  partial: "partiellement conforme",
  full: "totalement conforme",
};

/** Publisher and host of this instance, and sources of the public data it shows. @spec platform.statements */
export function legalNotice(
  { name, contact, hosting }: Publisher,
  { credit }: Pick<MapTiles, "credit">,
): StatementPart[] {
  return [
    { title: "Éditeur", paragraphs: [name ?? UNSAID, ...contactLines(contact)] },
    { title: "Hébergement", paragraphs: [hosting ?? UNSAID] },
    {
      title: "Données publiques",
      paragraphs: [
        "Les adresses viennent de la Base adresse nationale. Les températures publiées sont celles de Météo-France. Licence ouverte Etalab.",
        `Fond de carte : ${credit}.`,
      ],
    },
  ].map(typeset);
}

/** Personal data processed, with purposes, retention and rights. */
export function privacyStatement(
  { name, contact, dataContact }: Publisher,
  { url }: Pick<MapTiles, "url">,
): StatementPart[] {
  const { infraDailyYears, dailyYears, monthlyYears } = DEFAULT_RETENTION;
  return [
    { title: "Responsable", paragraphs: [name ?? UNSAID, ...contactLines(dataContact ?? contact)] },
    {
      title: "Ce qui est enregistré",
      paragraphs: [],
      list: [
        "Du compte : adresse email, prénom, nom, mot de passe sous une forme dont il ne se retrouve pas, sessions ouvertes, rôles.",
        "De l’usage : qui a modifié quoi et quand, dans le journal de l’organisation.",
        "Des logements : consommations, températures et autres relevés, au pas que la résidence et l’occupant ont choisi. Plus fin que le jour demande le consentement de l’occupant.",
      ],
    },
    {
      title: "Pourquoi",
      paragraphs: [
        "Suivre et réduire les consommations d’énergie et d’eau des résidences, informer leurs occupants comme la loi le demande, et faire exécuter les contrats d’exploitation.",
      ],
    },
    {
      title: "Combien de temps",
      paragraphs: [
        `Sauf autre choix de l’organisation, affiché dans ses options : les relevés fins ${infraDailyYears} ans, les valeurs par jour ${dailyYears} ans, par mois ${monthlyYears} ans. Le compte, jusqu’à sa suppression.`,
        `Les lignes du journal, ${AUDIT_YEARS} ans : l’adresse email de qui a agi y reste après la suppression du compte, pour que l’organisation sache qui a modifié quoi. Ce que cette personne a écrit dans les résidences et sur les documents reste, sans son adresse.`,
      ],
    },
    {
      title: "Qui les voit",
      paragraphs: [
        "Les personnes à qui l’organisation a donné un rôle, et rien de plus que ce rôle. Un groupe de moins de onze logements n’est jamais montré seul.",
        "L’occupant que son bailleur a invité voit les relevés de son propre logement, de son arrivée à son départ ; il y donne et y retire lui-même son accord.",
        `Une adresse cherchée est envoyée, seule, au service national d’adresses ; le fond de carte est demandé par votre navigateur à ${
          new URL(url).host
        }. Rien n’est vendu ni mesuré à des fins publicitaires.`,
      ],
    },
    {
      title: "Cookies",
      paragraphs: [
        "Seulement ceux qu’il faut au service : la session d’un compte, d’un prestataire ou d’un écran d’information, la dernière organisation choisie, l’arrêt de l’actualisation des pages, la version des fichiers que le navigateur a reçus, et de quoi dire une seule fois qu’un formulaire est enregistré. Aucun ne suit votre navigation, aucun consentement n’est donc demandé. L’onglet du navigateur garde de plus, un jour au plus, ce qui était saisi dans un formulaire qui n’a pas pu être enregistré, sauf les mots de passe et les fichiers.",
      ],
    },
    {
      title: "Vos droits",
      paragraphs: [
        "La page «\u00A0Mon compte\u00A0» donne toutes les données de votre compte et le supprime. Pour toute autre demande d’accès, de rectification, d’effacement ou d’opposition, écrivez au responsable ; vous pouvez aussi saisir la CNIL (cnil.fr).",
      ],
    },
  ].map(typeset);
}

/** Level of accessibility, checks made, and contact. */
export function accessibilityStatement({ name, contact, conformity }: Publisher): StatementPart[] {
  const who = name ?? "Qui exploite cette instance";
  const audit = conformity === "none"
    ? " Aucun audit complet des 106 critères n’a été mené sur cette instance : la loi demande alors cette mention, quels que soient les contrôles passés."
    : "";
  return [
    {
      title: "État de conformité",
      paragraphs: [
        `${who} s’engage à rendre ${PRODUCT_NAME} accessible (article 47 de la loi du 11 février 2005). ${PRODUCT_NAME} est ${
          CONFORMITY_WORDS[conformity]
        } avec le référentiel général d’amélioration de l’accessibilité (RGAA 4.1).${audit}`,
      ],
    },
    {
      title: "Ce qui est vérifié à chaque version",
      paragraphs: [],
      list: [
        "Toutes les pages, vides, remplies, en erreur et dialogues ouverts, sur écran large et sur téléphone, par axe-core, aux règles WCAG 2.2 niveau AA.",
        "Les tâches principales, au clavier seul, avec un zoom de 200 % et des animations réduites.",
        "La lecture et les formulaires, scripts du navigateur désactivés.",
      ],
    },
    {
      title: "Ce qui n’est pas accessible, et ce qui le remplace",
      paragraphs: [],
      list: [
        "Les cartes : l’adresse, la latitude et la longitude se saisissent à côté ; la liste des résidences mène aux mêmes pages que leurs repères.",
        "Les graphiques : chacun est accompagné du tableau de ses valeurs.",
        "Les documents PDF déposés par des tiers.",
        "L’écran d’information d’un hall s’actualise de lui-même, sans bouton pour l’arrêter ; la page de la résidence donne les mêmes messages.",
      ],
    },
    {
      title: "Signaler une difficulté",
      paragraphs: [
        ...(contact === null ? [UNSAID] : contactLines(contact)),
        "Sans réponse satisfaisante, vous pouvez saisir le Défenseur des droits (defenseurdesdroits.fr, ou 09 69 39 00 00).",
      ],
    },
  ].map(typeset);
}

function contactLines(contact: string | null): string[] {
  return contact === null ? [] : [`Contact : ${contact}`];
}

function typeset({ title, paragraphs, list }: StatementPart): StatementPart {
  return {
    title,
    paragraphs: paragraphs.map(withNoBreaks),
    ...list !== undefined && { list: list.map(withNoBreaks) },
  };
}
