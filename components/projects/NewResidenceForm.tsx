import type { FieldErrors } from "../../lib/domain/forms/field_errors.ts";
import type { TagGroup } from "../../lib/domain/organisations/types.ts";
import type { ResidenceField } from "../../lib/domain/projects/residence_form.ts";
import { NumberField } from "../forms/NumberField.tsx";
import { SubmitBar } from "../forms/SubmitBar.tsx";
import { TagSelects } from "../forms/TagSelects.tsx";
import { TextField } from "../forms/TextField.tsx";

interface NewResidenceFormProps {
  action: string;
  cancel: string;
  values: Readonly<Record<ResidenceField, string>>;
  tags: readonly string[];
  errors: FieldErrors<ResidenceField>;
  groups: readonly TagGroup[];
  unsaved: boolean;
}

/** A residence to create: name, code, address, place and categories (F §3). */
export function NewResidenceForm(props: NewResidenceFormProps) {
  const { action, cancel, values, tags, errors, groups, unsaved } = props;
  const field = (name: ResidenceField, label: string) => ({
    name,
    label,
    value: values[name],
    error: errors[name],
  });
  return (
    <form
      class="form"
      method="post"
      action={action}
      noValidate
      data-guard={unsaved ? "unsaved" : "watched"}
    >
      <fieldset>
        <legend>Nom / Code</legend>
        <div class="form-columns">
          <TextField {...field("name", "Nom")} maxLength={100} required />
          <TextField {...field("code", "Code")} maxLength={30} hint="Propre à l’organisation" />
        </div>
      </fieldset>
      <fieldset>
        <legend>Adresse</legend>
        <div class="form-columns">
          <TextField {...field("street", "Numéro et rue")} maxLength={200} required />
          <TextField {...field("zipCode", "Code postal")} maxLength={5} required />
          <TextField {...field("city", "Ville")} maxLength={100} required />
          <NumberField {...field("latitude", "Latitude")} unit="°" />
          <NumberField {...field("longitude", "Longitude")} unit="°" />
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
      <SubmitBar label="Créer la résidence" cancel={cancel} />
    </form>
  );
}
