import { FormSection } from "@/components/ui/FormBox.tsx";
import type { FormPage } from "@/lib/ui/form.ts";
import { namedOptions } from "@/components/ui/SelectField.tsx";
import { OWN_PROJECTS_FORM } from "@/lib/documents/forms.ts";
import type { ProjectChoice } from "@/lib/residences/project_selection.ts";
import { WithProjects } from "./WithProjects.tsx";

interface OwnProjectsProps {
  stored: { readonly projects: string[]; readonly version: string };
  page: FormPage;
  choices: readonly ProjectChoice[];
}

/** The user's residences of a record that others share. @spec contracting.own-residences */
export function OwnProjects({ stored, page, choices }: OwnProjectsProps) {
  return (
    <FormSection
      title="Vos résidences"
      form={OWN_PROJECTS_FORM}
      stored={stored}
      page={page}
      options={{ projects: namedOptions(choices) }}
    >
      {(content) => <WithProjects {...content} choices={choices} />}
    </FormSection>
  );
}
