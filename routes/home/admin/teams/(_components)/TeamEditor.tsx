import type { ConflictLine } from "@/components/forms/Conflict.tsx";
import { Refusal } from "@/components/forms/Refusal.tsx";
import { TeamForm } from "@/components/organisations/TeamForm.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import RolePicker from "@/islands/organisations/RolePicker.tsx";
import type { TypedTeam } from "@/lib/domain/organisations/team_form.ts";
import { links } from "@/lib/links/links.ts";
import type { RefusedTeam, TeamChoices } from "@/lib/pages/organisations/team_page.ts";

interface TeamEditorProps {
  action: string;
  submit: string;
  choices: Pick<TeamChoices, "people" | "tags" | "boxes">;
  /** What the form shows until something was refused. */
  values: TypedTeam;
  refused: RefusedTeam | null;
  /** Where what was typed and what another user saved differ. */
  lines: readonly ConflictLine[];
  /** What the edit is based on; null for a new team. */
  version: string | null;
}

/** The form of a team, new or there already, with why it was not saved. */
export function TeamEditor(props: TeamEditorProps) {
  const { action, submit, choices, refused, lines, version } = props;
  const values = refused?.values ?? props.values;
  return (
    <>
      {refused && <Refusal {...refused} lines={lines} />}
      <TeamForm
        action={action}
        cancel={links.teams()}
        submit={submit}
        values={values}
        errors={refused?.errors ?? {}}
        version={version}
        people={choices.people}
        tags={choices.tags}
        unsaved={refused !== null}
      >
        <RolePicker groups={choices.boxes} ticked={values.roles} />
      </TeamForm>
      <UnsavedGuard />
    </>
  );
}
