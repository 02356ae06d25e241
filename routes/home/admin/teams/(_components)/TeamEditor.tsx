import { FormBox, type FormPage } from "@/components/forms/FormBox.tsx";
import { TeamFields } from "@/components/organisations/TeamFields.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import RolePicker from "@/islands/organisations/RolePicker.tsx";
import type { TagGroup, Team } from "@/lib/domain/organisations/types.ts";
import { ROLE_NAMES } from "@/lib/domain/roles/roles.ts";
import { ticked } from "@/lib/forms/fields.ts";
import { TEAM_FORM } from "@/lib/forms/organisations/team_form.ts";
import { links } from "@/lib/links/links.ts";
import type { TeamChoices } from "@/lib/pages/organisations/team_page.ts";
import { rolesText } from "@/lib/text/organisations/organisations.ts";

interface TeamEditorProps {
  page: FormPage;
  submit: string;
  choices: Pick<TeamChoices, "people" | "tags" | "boxes">;
  /** null for a new team. */
  team: Team | null;
}

/** The form of a new or existing team, with its errors. */
export function TeamEditor({ page, submit, choices, team }: TeamEditorProps) {
  const { people, tags, boxes } = choices;
  return (
    <>
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
      <UnsavedGuard />
    </>
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
