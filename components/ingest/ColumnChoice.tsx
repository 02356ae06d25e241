import type { ColumnSample } from "@/lib/ingest/column_sample.ts";
import { COLUMN_ROLES } from "@/lib/ingest/readings_file_options.ts";
import { CHOSEN_LABELS, COLUMN_LABELS } from "@/lib/ingest/import_text.ts";

interface ColumnChoiceProps {
  sample: ColumnSample;
  /** Id of the form that sends the choices. */
  form: string;
}

/** What each column of a file is read as, for the user to say otherwise: sent with the form. @spec imports.column-choice */
export function ColumnChoice({ sample, form }: ColumnChoiceProps) {
  const { line, heading, columns, count, isRecognized, isRemembered } = sample;
  const asItIs = isRecognized ? "Comme reconnu" : COLUMN_LABELS.ignored;
  return (
    <details
      class="stack"
      open={!isRecognized || columns.some(({ chosen, unit }) => chosen + unit !== "")}
    >
      <summary>Ce que chaque colonne contient</summary>
      <div class="stack">
        <p>
          Choisissez ce qui doit être lu autrement, puis choisissez de nouveau le fichier ci-dessous
          et essayez-le. L’en-tête d’une colonne de valeurs nomme sa série, sauf si une série est
          choisie. L’import retient ce choix pour les prochains fichiers de même en-tête.
        </p>
        <input type="hidden" form={form} name="shown.heading" value={heading} />
        <input type="hidden" form={form} name="shown.line" value={line} />
        {isRemembered && <input type="hidden" form={form} name="shown.remembered" value="true" />}
        <div class="field">
          <label class="field-label" for="heading.line">Ligne de l’en-tête</label>
          <input
            class="input"
            type="number"
            min={1}
            form={form}
            id="heading.line"
            name="heading.line"
            value={String(line)}
          />
        </div>
        {columns.map(({ name, values, role, chosen, unit }, at) => (
          <fieldset key={`${heading} ${at}`} class="stack">
            <legend>
              <strong>{name}</strong>
            </legend>
            <p class="soft small" id={`values.${at}`}>
              {values.length === 0 ? "Vide dans les premières lignes" : values.join("\u00A0; ")}
            </p>
            <div class="form-columns">
              <div class="field">
                <label class="field-label" for={`role.${at}`}>Contenu</label>
                <select
                  class="input"
                  form={form}
                  id={`role.${at}`}
                  name={`role.${at}`}
                  aria-describedby={`values.${at}`}
                >
                  <option value="">
                    {role === null ? asItIs : `${COLUMN_LABELS[role]} (reconnu)`}
                  </option>
                  {COLUMN_ROLES.filter((one) =>
                    one !== (role ?? (isRecognized ? null : "ignored"))
                  ).map((one) => (
                    <option key={one} value={one} selected={one === chosen}>
                      {CHOSEN_LABELS[one] ?? COLUMN_LABELS[one]}
                    </option>
                  ))}
                </select>
              </div>
              <div class="field">
                <label class="field-label" for={`unit.${at}`}>Unité des valeurs</label>
                <input
                  class="input"
                  form={form}
                  id={`unit.${at}`}
                  name={`unit.${at}`}
                  maxLength={20}
                  value={unit}
                />
              </div>
            </div>
          </fieldset>
        ))}
        {count > columns.length && (
          <p class="soft">
            Les {columns.length} premières colonnes se choisissent ici, sur {count}.
          </p>
        )}
      </div>
    </details>
  );
}
