import type { ComponentChildren } from "preact";
import { CheckField } from "@/components/forms/CheckField.tsx";
import { controlAttributes, Field } from "@/components/forms/Field.tsx";
import { SubmitBar } from "@/components/forms/SubmitBar.tsx";
import { TextField } from "@/components/forms/TextField.tsx";
import { WatchedForm } from "@/components/forms/WatchedForm.tsx";
import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import {
  TEAM_NAME_MAX_LENGTH,
  type TeamField,
  type TypedTeam,
} from "@/lib/domain/organisations/team_form.ts";
import type { TagGroup, User } from "@/lib/domain/organisations/types.ts";
import { personText } from "@/lib/text/organisations/organisations.ts";
import { ROLES_FIELD } from "./RoleBoxes.tsx";

interface TeamFormProps {
  action: string;
  cancel: string;
  submit: string;
  values: TypedTeam;
  errors: FieldErrors<TeamField>;
  /** What the edit is based on; null for a new team. */
  version: string | null;
  /** Those who may be ticked: the team's own at least. */
  people: readonly User[];
  tags: readonly TagGroup[];
  unsaved: boolean;
  /** The roles to tick. */
  children: ComponentChildren;
}

/** Names of the boxes: each gives an e-mail address, or the id of a tag value. */
const USERS_FIELD = "user";
const TEAM_TAGS_FIELD = "tag";

/** The boxes of a team's form, as they are read back. */
export const TEAM_FIELDS = { roles: ROLES_FIELD, users: USERS_FIELD, tags: TEAM_TAGS_FIELD };

/** A team: its name, who is in it, where it counts and what it gives. */
export function TeamForm(props: TeamFormProps) {
  const { action, cancel, submit, values, errors, version, unsaved, children } = props;
  return (
    <WatchedForm action={action} unsaved={unsaved} hidden={{ version }} isCard>
      <div class="form-columns">
        <TextField
          name="name"
          label="Nom"
          value={values.name}
          error={errors.name}
          maxLength={TEAM_NAME_MAX_LENGTH}
          required
        />
      </div>
      <Members {...props} />
      <Reach tags={props.tags} chosen={values.tags} />
      <fieldset>
        <legend>Rôles donnés</legend>
        {children}
      </fieldset>
      <SubmitBar label={submit} cancel={cancel} />
    </WatchedForm>
  );
}

function Members({ people, values, errors }: TeamFormProps) {
  const field = {
    name: "others",
    label: "Ajouter par email",
    error: errors.others,
    hint: "Une ou plusieurs adresses de comptes qui existent, séparées par des espaces",
  };
  return (
    <fieldset>
      <legend>Membres</legend>
      {people.length > 0 && (
        <div class="people-box">
          {people.map((person) => (
            <CheckField
              key={person.email}
              id={`user-${person.email}`}
              name={USERS_FIELD}
              value={person.email}
              label={personText(person)}
              checked={values.users.includes(person.email)}
            />
          ))}
        </div>
      )}
      <Field {...field}>
        <textarea class="input people-typed" rows={2} {...controlAttributes(field)}>
          {values.others}
        </textarea>
      </Field>
    </fieldset>
  );
}

function Reach({ tags, chosen }: { tags: readonly TagGroup[]; chosen: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <fieldset>
      <legend>Catégories</legend>
      <p class="field-hint">
        Sans catégorie, l’équipe compte sur toutes les résidences&nbsp;; sinon, sur celles qui ont
        au moins une des catégories cochées.
      </p>
      {tags.map(({ id, name, values }) => (
        <div key={id} class="tag-boxes" role="group" aria-label={name}>
          <strong class="small">{name}</strong>
          {values.map((value) => (
            <CheckField
              key={value.id}
              id={`tag-${value.id}`}
              name={TEAM_TAGS_FIELD}
              value={value.id}
              label={value.label}
              checked={chosen.includes(value.id)}
            />
          ))}
        </div>
      ))}
    </fieldset>
  );
}
