import type { Ref } from "preact";
import { givers } from "@/lib/identity/effective_roles.ts";
import type { Role } from "@/lib/identity/roles.ts";
import { impliedText, type RoleBox, type RoleGroupBoxes } from "@/lib/organisations/text.ts";

export interface RoleBoxesProps {
  box?: Ref<HTMLDivElement>;
  groups: readonly RoleGroupBoxes[];
  /** Roles granted directly. */
  ticked: readonly Role[];
  /** Roles already granted by a team, on the residence. */
  teamRoles?: readonly Role[];
  /** Called at each change of a checkbox, by the island that contains it. */
  onTick?: (role: Role, isTicked: boolean) => void;
}

/** Name of the checkboxes: the value of each is its role. */
const ROLES_FIELD = "role";

/** Checkboxes of roles, by group; implied roles are checked and disabled, with the role that implies them (F §6). */
export function RoleBoxes({ box = null, groups, ticked, teamRoles = [], onTick }: RoleBoxesProps) {
  const available = groups.flatMap(({ roles }) => roles);
  const labels = new Map(available.map(({ role, label }) => [role, label]));
  const chosen = new Set(ticked);
  const granted = givers(chosen, available);
  return (
    <div ref={box} class="role-groups">
      {groups.map(({ label, roles }) => (
        <fieldset key={label} class="role-group">
          <legend>{label}</legend>
          {roles.map((box) => (
            <RoleCheck
              key={box.role}
              box={box}
              isTicked={chosen.has(box.role)}
              from={(granted.get(box.role) ?? []).map((role) => labels.get(role) ?? role)}
              isOfTeam={teamRoles.includes(box.role)}
              onTick={onTick}
            />
          ))}
        </fieldset>
      ))}
    </div>
  );
}

interface RoleCheckProps {
  box: RoleBox;
  isTicked: boolean;
  /** Labels of the selected roles that imply this one. */
  from: readonly string[];
  isOfTeam: boolean;
  onTick: RoleBoxesProps["onTick"];
}

function RoleCheck({ box: { role, label }, isTicked, from, isOfTeam, onTick }: RoleCheckProps) {
  const id = `role-${role}`;
  const isImplied = from.length > 0;
  const notes = [
    ...(isImplied ? [impliedText(from)] : []),
    ...(isOfTeam ? ["Donné par une équipe"] : []),
  ];
  return (
    <div class="role-check">
      <label class="check" for={id}>
        <input
          type="checkbox"
          id={id}
          name={ROLES_FIELD}
          value={role}
          checked={isTicked || isImplied}
          disabled={isImplied}
          aria-describedby={notes.length > 0 ? `${id}-note` : undefined}
          onChange={onTick && ((event) => onTick(role, event.currentTarget.checked))}
        />
        <span>{label}</span>
      </label>
      {notes.length > 0 && <p class="field-hint" id={`${id}-note`}>{notes.join(" · ")}</p>}
    </div>
  );
}
