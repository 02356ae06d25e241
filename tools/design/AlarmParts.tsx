import { Section } from "@/components/ui/Page.tsx";
import { PostForm } from "@/components/ui/PostForm.tsx";
import EveryField from "@/islands/alarms/EveryField.tsx";
import SelectionEditor from "@/islands/alarms/SelectionEditor.tsx";
import ProjectPicker from "@/islands/residences/ProjectPicker.tsx";
import type { AlarmSelection } from "@/lib/alarms/schema.ts";
import type { FieldError } from "@/lib/base/validators.ts";
import { PROJECTS, SELECTIONS } from "./samples.ts";
import { DESIGN_PATH, type DesignState } from "./states.ts";

interface AlarmPartsProps {
  state: DesignState;
  /** Result of a button of the list; null before one was pressed. */
  pressed: readonly AlarmSelection[] | null;
}

/** Components of the mail report form. */
export function AlarmParts({ state, pressed }: AlarmPartsProps) {
  const isBare = state === "empty" || state === "error";
  const wrong = (error: FieldError) => state === "error" ? { error } : {};
  return (
    <Section id="alarms" title="Rapport d’alerte">
      <PostForm class="form" action={DESIGN_PATH} noValidate data-guard="watched">
        <input type="hidden" name="state" value={state} />
        <SelectionEditor
          label="Alertes"
          required
          available={SELECTIONS}
          selections={pressed ?? (isBare ? [] : CHOSEN)}
          {...wrong({ code: "required" })}
        />
        <ProjectPicker
          name="projects"
          label="Résidences"
          required
          choices={PROJECTS}
          chosen={isBare ? [] : ["p1", "p6"]}
          {...wrong({ code: "required" })}
        />
        <EveryField
          label="Rappel tous les"
          count={isBare ? "" : "2"}
          unit="d"
          {...wrong({ code: "min", min: 0 })}
        />
      </PostForm>
    </Section>
  );
}

const CHOSEN: readonly AlarmSelection[] = [
  { handler: "boilerroom-circuit", filters: { boilerRoom: ["c1"] } },
  { handler: "collect-online", filters: {} },
];
