import { useRef, useState } from "react";
import { RoleBoxes, type RoleBoxesProps } from "@/components/organisations/RoleBoxes.tsx";
import type { Role } from "@/lib/identity/roles.ts";
import { useLive } from "@/lib/ui/hydration.ts";

type RolePickerProps = Omit<RoleBoxesProps, "box" | "onTick">;

/** Checkboxes of roles: the roles implied by a selected one are shown immediately. Without JavaScript, after saving. */
export default function RolePicker({ groups, ticked, teamRoles = [] }: RolePickerProps) {
  const [chosen, setChosen] = useState(ticked);
  const tick = (role: Role, isTicked: boolean) =>
    setChosen((roles) => isTicked ? [...roles, role] : roles.filter((one) => one !== role));
  const box = useRef<HTMLDivElement>(null);
  useLive(box);
  return (
    <RoleBoxes
      box={box}
      groups={groups}
      ticked={chosen}
      teamRoles={teamRoles}
      onTick={tick}
    />
  );
}
