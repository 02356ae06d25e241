/** Declares the forms that upload a stock file, that put off a thing to do, and of the readers of the letter. @module */

import { check, choice, date, emails, pick } from "@/lib/ui/fields.ts";
import { form } from "@/lib/ui/form.ts";
import { letterReadersDraft, STOCK_KINDS, type StockKind, stockKind } from "./schema.ts";
import { STOCK_KIND_LABELS } from "./text_import.ts";

/** Unknown headings of a file, and those of the template that they may be. */
export interface UnknownColumns {
  readonly kind: StockKind;
  readonly headings: readonly string[];
  readonly known: readonly string[];
}

/**
 * A file of the landlord's stock, for a dry run; with what the columns contain that an earlier run did not know.
 *
 * @spec stock.columns
 */
export function stockForm({ kind, headings, known }: UnknownColumns = EVERY_KNOWN) {
  const options = known.map((heading) => ({ value: heading, label: heading }));
  const columns = headings.map((heading, position) =>
    [columnField(position), {
      ...pick({
        label: `Colonne «\u00A0${heading}\u00A0»`,
        empty: "Ne pas la lire",
        group: "Colonnes que le modèle n’a pas",
      }),
      options,
    }] as const
  );
  return form({
    name: "try",
    limits: { shape: { kind: stockKind } },
    fields: {
      kind: choice(STOCK_KINDS, STOCK_KIND_LABELS, {
        label: "Contenu du fichier",
        hint:
          "Tout le patrimoine\u00A0: un classeur, ou un CSV avec une colonne «\u00A0Contenu\u00A0»\u00A0; sinon, ce que sont toutes ses lignes",
        initial: kind,
      }),
      makesTypes: check({ label: "Créer les types de logement absents", initial: "on" }),
      ...Object.fromEntries(columns),
    },
    body: ({ kind, makesTypes, ...chosen }) => ({
      kind,
      types: makesTypes ? "made" as const : "refused" as const,
      columns: headings.map((heading, position) => {
        const others: Readonly<Record<string, string | null>> = chosen;
        return `${heading}=${others[columnField(position)] ?? ""}`;
      }).join("\n"),
    }),
  });
}

const EVERY_KNOWN: UnknownColumns = { kind: "stock", headings: [], known: [] };

function columnField(position: number): string {
  return `column-${position}`;
}

/** Until when a thing to do is hidden. @spec projects.follow-up */
export const POSTPONE_FORM = form({
  name: "postpone",
  fields: { postponedUntil: date({ label: "Reporter au", required: true }) },
  refusals: { "postponed-too-far": "postponedUntil" },
});

/** Who receives the monthly letter. @spec projects.letter-readers */
export const LETTER_FORM = form({
  name: "letter",
  limits: letterReadersDraft,
  fields: {
    emails: emails({
      label: "Destinataires",
      hint:
        "Adresses de membres, séparées par des espaces. Chacun lit les résidences qu’il peut voir.",
      rows: 3,
    }),
  },
  refusals: { "unknown-user": "emails", "invalid-input": "emails" },
});
