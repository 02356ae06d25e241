import { type FormContent, FormFields } from "@/components/ui/FormFields.tsx";
import ProjectPicker from "@/islands/residences/ProjectPicker.tsx";
import type { ProjectChoice } from "@/lib/residences/project_selection.ts";
import { ticked } from "@/lib/ui/fields.ts";

interface WithProjectsProps extends FormContent {
  choices: readonly ProjectChoice[];
}

/** The fields of a form, then its residences. */
export function WithProjects({ choices, fields, ...content }: WithProjectsProps) {
  const { label = "", required } = fields.find(({ name }) => name === "projects") ?? {};
  return (
    <>
      <FormFields {...content} fields={fields.filter(({ name }) => name !== "projects")} />
      <ProjectPicker
        name="projects"
        label={label}
        required={required}
        choices={choices}
        chosen={ticked(content.values.projects ?? "")}
        error={content.errors.projects}
      />
    </>
  );
}
