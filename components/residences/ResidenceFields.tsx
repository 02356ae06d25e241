/** Shows the fields of the residence form and why saving failed. @module */

import type { ComponentChildren } from "preact";
import { Notice, type Tone } from "@/components/ui/Page.tsx";
import { SelectField } from "@/components/ui/SelectField.tsx";
import { NumberField, TextField } from "@/components/ui/TextField.tsx";
import type { FieldErrors } from "@/lib/base/validators.ts";
import type { TagGroup } from "@/lib/organisations/schema.ts";
import {
  LOOKUP_FIELD,
  type LookupEnd,
  RESIDENCE_RULES,
  type ResidenceField,
  type StoredResidence,
  TAGS_FIELD,
} from "@/lib/residences/residence_form.ts";
import {
  LOOKUP_TEXTS,
  RESIDENCE_LABELS,
  SAVING_TEXTS,
  type SavingFailure,
} from "@/lib/residences/text.ts";

interface ResidenceFieldsProps extends StoredResidence {
  errors: FieldErrors<ResidenceField>;
  groups: readonly TagGroup[];
  /** Result of the last address lookup; null before the first one. */
  lookup: LookupEnd | null;
  isSearching: boolean;
  /** Remaining delay of the lookup, under its button. */
  wait: ComponentChildren;
  /** The map, under the fields of the address. */
  children?: ComponentChildren;
}

/** The blocks of a residence's form: name and code, address, tags. @spec projects.fields */
export function ResidenceFields(props: ResidenceFieldsProps) {
  const { values, tags, errors, groups, lookup, isSearching, wait, children } = props;
  const field = (name: ResidenceField) => ({
    ...RESIDENCE_RULES.find((rule) => rule.name === name),
    name,
    label: RESIDENCE_LABELS[name],
    value: values[name],
    error: errors[name],
  });
  return (
    <>
      <fieldset>
        <legend>Nom / Code</legend>
        <div class="form-columns">
          <TextField {...field("name")} />
          <TextField {...field("code")} hint="Propre à l’organisation" />
        </div>
      </fieldset>
      <fieldset class="address-block">
        <legend>Adresse</legend>
        <div class="form-columns address-fields">
          <TextField {...field("street")} />
          <TextField {...field("zipCode")} />
          <TextField {...field("city")} />
          <button
            type="submit"
            class="button"
            name={LOOKUP_FIELD}
            value="search"
            aria-label="OK, chercher l’adresse"
            disabled={isSearching}
          >
            OK
          </button>
        </div>
        <div role="status">
          {isSearching
            ? <Notice>Recherche de l’adresse…</Notice>
            : lookup !== null && <Notice tone={TONES[lookup]}>{LOOKUP_TEXTS[lookup]}</Notice>}
        </div>
        {wait}
        {children}
        <div class="form-columns">
          <NumberField {...field("latitude")} unit="°" />
          <NumberField {...field("longitude")} unit="°" />
        </div>
      </fieldset>
      {groups.length > 0 && (
        <fieldset>
          <legend>Catégories</legend>
          <div class="form-columns">
            <TagSelects groups={groups} chosen={tags} />
          </div>
        </fieldset>
      )}
    </>
  );
}

const TONES: Readonly<Record<LookupEnd, Tone>> = {
  "found": "good",
  "uncertain": "bad",
  "not-found": "bad",
  "nothing-typed": "info",
  "busy": "bad",
  "unreachable": "bad",
  "lost": "bad",
  "failed": "bad",
  "forbidden": "bad",
  "signed-out": "bad",
};

/** One list per tag group, with an empty option: at most one value of each (F §5). @spec forms.tags */
export function TagSelects(
  { groups, chosen }: { groups: readonly TagGroup[]; chosen: readonly string[] },
) {
  return (
    <>
      {groups.map(({ id, name, values }) => (
        <SelectField
          key={id}
          id={`tags-${id}`}
          name={TAGS_FIELD}
          label={name}
          value={values.find((value) => chosen.includes(value.id))?.id}
          options={values.map((value) => ({ value: value.id, label: value.label }))}
          empty=""
        />
      ))}
    </>
  );
}

interface SavingFailedProps {
  failure: SavingFailure;
  /** URL of the form's page, to which the sign-in redirects. */
  path: string;
}

/** Why a form was not saved and is unchanged; the sign-in link opens another tab. */
export function SavingFailed({ failure, path }: SavingFailedProps) {
  return (
    <Notice tone="very-bad" live>
      {SAVING_TEXTS[failure]}{" "}
      {failure === "signed-out" && (
        <a href={path} target="_blank">Se connecter dans un autre onglet</a>
      )}
    </Notice>
  );
}
