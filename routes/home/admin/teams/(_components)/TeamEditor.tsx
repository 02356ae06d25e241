import type { ComponentChildren } from "preact";
import { CheckField } from "@/components/ui/CheckField.tsx";
import { FormBox } from "@/components/ui/FormBox.tsx";
import type { FormPage } from "@/lib/ui/form.ts";
import { type FormContent, FormControl, FormFields } from "@/components/ui/FormFields.tsx";
import RolePicker from "@/islands/organisations/RolePicker.tsx";
import { ROLE_NAMES } from "@/lib/identity/roles.ts";
import type { User } from "@/lib/identity/schema.ts";
import { TEAM_FORM } from "@/lib/organisations/forms.ts";
import type { TagGroup, Team } from "@/lib/organisations/schema.ts";
import { personText, rolesText } from "@/lib/organisations/text.ts";
import type { TeamChoices } from "@/lib/residences/tag_pages.ts";
import { ticked } from "@/lib/ui/fields.ts";
import { links } from "@/lib/ui/links.ts";

interface TeamEditorProps {
  page: FormPage;
  submit: string;
  choices: TeamChoices;
  /** null for a new team. */
  team: Team | null;
}

/** The form of a new or existing team, with its errors. */
export function TeamEditor({ page, submit, choices, team }: TeamEditorProps) {
  const { people, tags, boxes } = choices;
  return (
    <FormBox
      form={TEAM_FORM}
      stored={team}
      page={page}
      submit={submit}
      cancel={links.teams()}
      isCard
      lines={(values) => team === null ? [] : conflictLines(values, team, tags)}
    >
      {(content) => (
        <TeamFields {...content} people={people} tags={tags}>
          <RolePicker
            groups={boxes}
            ticked={ROLE_NAMES.filter((role) => ticked(content.values.role).includes(role))}
          />
        </TeamFields>
      )}
    </FormBox>
  );
}

function conflictLines(
  values: Readonly<Record<string, string>>,
  stored: Team,
  tags: readonly TagGroup[],
) {
  const typed = TEAM_FORM.read(values) ?? stored;
  const labels = new Map(tags.flatMap((group) => group.values.map(({ id, label }) => [id, label])));
  const listed = (ids: readonly string[]) => ids.map((id) => labels.get(id) ?? id).join(", ");
  return [
    { label: "Nom", typed: typed.name, stored: stored.name },
    { label: "Membres", typed: typed.users.join(", "), stored: stored.users.join(", ") },
    { label: "Catégories", typed: listed(typed.tags), stored: listed(stored.tags) },
    { label: "Rôles", typed: rolesText(typed.roles), stored: rolesText(stored.roles) },
  ].filter((line) => line.typed !== line.stored);
}

interface TeamFieldsProps extends FormContent {
  /** Users with checkboxes: at least the team's own. */
  people: readonly User[];
  tags: readonly TagGroup[];
  /** The checkboxes of roles. */
  children: ComponentChildren;
}

function TeamFields({ people, tags, children, ...form }: TeamFieldsProps) {
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
