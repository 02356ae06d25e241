import type { ComponentChildren } from "preact";
import { CheckField } from "@/components/forms/Field.tsx";
import { type FormContent, FormControl, FormFields } from "@/components/forms/FormFields.tsx";
import type { TagGroup, User } from "@/lib/domain/organisations/types.ts";
import { ticked } from "@/lib/forms/fields.ts";
import { personText } from "@/lib/text/organisations/organisations.ts";

interface TeamFieldsProps extends FormContent {
  /** Users with checkboxes: at least the team's own. */
  people: readonly User[];
  tags: readonly TagGroup[];
  /** The checkboxes of roles. */
  children: ComponentChildren;
}

export function TeamFields({ people, tags, children, ...form }: TeamFieldsProps) {
  return (
    <>
      <FormFields {...form} fields={form.fields.filter(({ name }) => name === "name")} />
      <Members {...form} people={people} />
      <Reach tags={tags} chosen={ticked(form.values.tag ?? "")} />
      <fieldset>
        <legend>Rôles donnés</legend>
        {children}
      </fieldset>
    </>
  );
}

function Members({ people, ...form }: FormContent & { people: readonly User[] }) {
  const members = ticked(form.values.user ?? "");
  return (
    <fieldset>
      <legend>Membres</legend>
      {people.length > 0 && (
        <div class="people-box">
          {people.map((person) => (
            <CheckField
              key={person.email}
              id={`user-${person.email}`}
              name="user"
              value={person.email}
              label={personText(person)}
              checked={members.includes(person.email)}
            />
          ))}
        </div>
      )}
      {form.fields.filter(({ name }) => name === "others").map((field) => (
        <FormControl key={field.name} field={field} {...form} />
      ))}
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
              name="tag"
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
