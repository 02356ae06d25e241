/** French texts of forms, their errors, and waits. @module */

import { countText, exactNumber, formatNumber } from "@/lib/base/text_format.ts";
import type { FieldError } from "@/lib/base/validators.ts";
import type { RefusedText } from "@/lib/base/visible_text.ts";
import type { UnknownName } from "./named_choices.ts";

/** Messages without a bound. */
const PLAIN_ERRORS = {
  required: "Ce champ est obligatoire",
  email: "Format email incorrect",
  "bad-password": "Mot de passe incorrect",
  "bad-email": "Email incorrect",
  "bad-code": "Code incorrect",
  "same-as": "Les valeurs ne sont pas identiques",
  integer: "Doit être un nombre entier",
  unique: "Doit être unique",
  "not-valid": "Format d’image non accepté\u00A0: JPEG ou PNG uniquement",
  "print-colours": "Image en couleurs d’impression (CMJN)\u00A0: à enregistrer en RVB",
  number: "Doit être un nombre",
  date: "Date incorrecte",
  "date-order": "La fin doit suivre le début",
  unit: "Cette unité ne mesure pas cette grandeur",
  place: "Cet équipement ne se place pas là",
  "zip-code": "5 chiffres attendus",
  prm: "14 chiffres attendus",
  pairs: "Un champ par ligne, sous la forme «\u00A0nom\u00A0: valeur\u00A0»",
} as const;

/** At the end of the label of a required field, and of the legend of a required group. @spec forms.required */
export const REQUIRED_MARK = "\u00A0*";

/** Beside the title of a page that has a marked field. @spec forms.required */
export const REQUIRED_NOTE = "Les champs marqués d’un astérisque (*) sont obligatoires.";

/** The French message of a field error. @spec forms.errors */
export function fieldErrorText(error: FieldError): string {
  switch (error.code) {
    case "message":
      return error.message;
    case "minlength":
      return `${error.requiredLength} caractères minimum`;
    case "maxlength":
      return `${exactNumber(error.allowedLength)} caractères maximum`;
    case "min":
      return `${exactNumber(error.min)} minimum`;
    case "max":
      return `${exactNumber(error.max)} maximum`;
    case "date-years":
      return `Année de ${error.first} à ${error.last} attendue`;
    case "max-days":
      return `${exactNumber(error.maxDays)} jours maximum`;
    case "max-bytes":
      return `${megabytesText(error.maxBytes)} maximum`;
    case "max-pixels":
      return `${exactNumber(error.maxPixels)} pixels de côté maximum`;
    case "max-megapixels":
      return `${error.maxMegapixels}\u00A0mégapixels maximum`;
    default:
      return PLAIN_ERRORS[error.code];
  }
}

/** Error of one of several entries of a field, which it names: « Format email incorrect : « nuit@ » ». */
export function wrongEntryText(
  { entry, error }: { readonly entry: string; readonly error: FieldError },
): string {
  return `${fieldErrorText(error)}\u00A0: «\u00A0${entry}\u00A0»`;
}

/** Error of a number that is off step. @spec forms.steps */
export function stepText(step: number, nearest: readonly number[]): string {
  const [below = "", above = ""] = nearest.map((value) => formatNumber(value, BOUND_DECIMALS));
  const by = formatNumber(step, BOUND_DECIMALS);
  return `Les valeurs les plus proches sont ${below} et ${above}\u00A0: par pas de ${by}`;
}

/** Error of a name unknown in the residence, with similar names. @spec forms.named */
export function unknownNameText({ typed, near, otherCount }: UnknownName): string {
  const name = `«\u00A0${typed}\u00A0»`;
  if (near.length === 0) return `${name} n’existe pas dans cette résidence`;
  const others = otherCount === 0 ? "" : ` et ${countText(otherCount, "autre")}`;
  return `${name} n’existe pas dans cette résidence. Noms proches\u00A0: ${
    near.join(", ")
  }${others}`;
}

interface NameHint {
  readonly hint: string | undefined;
  readonly example: string;
  /** Meaning of an empty field; undefined when the field is required. */
  readonly empty: string | undefined;
  readonly several: boolean;
}

/** Hint of a field in which a name is typed. */
export function nameHint({ hint, example, empty, several }: NameHint): string {
  const how = several
    ? `Un nom par ligne, comme ${example}`
    : `Son nom, comme ${example}\u00A0; un début de nom montre les plus proches`;
  const none = empty === undefined ? [] : [`Vide, cela vaut «\u00A0${empty}\u00A0»`];
  return [...hint === undefined ? [] : [hint], how, ...none].join(". ");
}

/** A file size: « 1,5 Mo ». */
export function megabytesText(bytes: number): string {
  return `${exactNumber(Math.floor(bytes / 100_000) / 10)}\u00A0Mo`;
}

/** Shown in a refused form for the values that are not stored. */
export const PASSWORD_AGAIN = "À saisir de nouveau\u00A0: un mot de passe n’est pas gardé";
export const FILE_AGAIN = "À choisir de nouveau\u00A0: le fichier n’est pas gardé";

/** Shown when a call refused a value that the form accepted, without details. */
export const REFUSED_VALUE = "Valeur non acceptée";

const REFUSED_CHARACTERS = {
  direction: "un caractère invisible qui change le sens de lecture",
  nul: "un caractère de contrôle",
} as const;

/** Which character a text may not contain, and its position, since it is invisible. */
export function refusedCharacterText({ kind, before }: RefusedText): string {
  if (kind === "blank") return "Ce texte ne contient que des caractères invisibles";
  const shown = before.replace(/\s+/g, " ").trim();
  const near = [...shown.split(" ").slice(-WORDS_BEFORE).join(" ")].slice(-MOST_BEFORE).join("");
  const cut = near === shown ? "" : "…";
  const place = shown === "" ? "au début" : `après «\u00A0${cut}${near}\u00A0»`;
  return `À retirer, ${place}\u00A0: ${REFUSED_CHARACTERS[kind]}`;
}

/** Maximum words and characters shown before the refused character. */
const WORDS_BEFORE = 3;
const MOST_BEFORE = 40;

export const SAVED = "Modifications enregistrées";

/** Shown when the row named by a URL does not exist. */
export const ROW_GONE = "Cet élément n’existe plus\u00A0: il a été supprimé entre-temps.";

/** Shown above the typed values of a row that was deleted meanwhile. */
export const REMOVED_MEANWHILE =
  "Cet élément a été supprimé entre-temps. Votre saisie est gardée\u00A0: ajoutez-la de nouveau, ou laissez-la.";

/** Shown when the residence in a form's URL is not visible to its user. */
export const RESIDENCE_GONE = "Cette résidence n’existe plus, ou elle ne vous est plus ouverte.";

/** The buttons of a form. @spec forms.grids */
export const FORM_BUTTONS = { save: "Enregistrer", add: "Ajouter", remove: "Supprimer" } as const;

/** Decimals of a bound, which is displayed exactly. */
const BOUND_DECIMALS = 10;
