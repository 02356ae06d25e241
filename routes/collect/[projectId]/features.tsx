import { PageTitle } from "@/components/ui/Page.tsx";
import { FormSection } from "@/components/ui/FormBox.tsx";
import { HEATING_CONTROL_CALLS } from "@/lib/heating_control/calls.ts";
import { PILOT_FEATURES_FORM } from "@/lib/heating_control/forms.ts";
import { PROJECTS_CALLS } from "@/lib/residences/calls.ts";
import { FEATURES_FORM, INSTALLATION_FORM } from "@/lib/residences/forms.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { formRoute, save } from "@/lib/web/form_handlers.ts";
import { administered, define, type PageContext } from "@/lib/web/state.ts";

export const handler = define.handlers(formRoute(readPage, forms));

export default define.page<typeof handler>(({ data, state }) => {
  const { features, installation, pilot, page } = data;
  const { project } = residenceOf(state);
  return (
    <>
      <PageTitle />
      <FormSection
        title="Ce que la résidence offre"
        intro="Écrans, rôles et menus suivent aussitôt. Rien de ce qui est enregistré n’est effacé par une fonction coupée."
        form={FEATURES_FORM}
        stored={features}
        page={page}
        columns="form-columns form-columns-wide"
      />
      <FormSection
        title="Ce dont la résidence est équipée"
        form={INSTALLATION_FORM}
        stored={installation}
        page={page}
        columns="form-columns form-columns-wide"
      />
      {pilot && (
        <FormSection
          title="Ce que ses modules pilotent"
          intro="Ce qui est coupé n’a plus de réglage à l’écran et n’est plus envoyé aux modules&nbsp;; ce qui est enregistré reste."
          form={PILOT_FEATURES_FORM}
          stored={pilot}
          page={page}
          shows={(name) => project.hasPilot || !PILOT_ALONE.includes(name)}
          columns="form-columns form-columns-wide"
        />
      )}
    </>
  );
});

/** Features that only a residence with a pilot has; heating control does not include them. */
const PILOT_ALONE: readonly string[] = ["house_status", "watertank_pilot"];

function forms({ state }: PageContext) {
  administered(state);
  const { sender } = state.api;
  const { id: projectId } = residenceOf(state).project;
  return {
    features: save(FEATURES_FORM, sender(PROJECTS_CALLS.putProjectFeatures, { projectId })),
    installation: save(
      INSTALLATION_FORM,
      sender(PROJECTS_CALLS.putProjectInstallation, { projectId }),
    ),
    pilot: save(PILOT_FEATURES_FORM, sender(HEATING_CONTROL_CALLS.putPilotFeatures, { projectId })),
  };
}

async function readPage(ctx: PageContext) {
  administered(ctx.state);
  const { project } = residenceOf(ctx.state);
  const at = { projectId: project.id };
  const isDriven = project.hasPilot || project.hasTempPilot;
  const [features, installation, pilot] = await Promise.all([
    ctx.state.api.read(PROJECTS_CALLS.getProjectFeatures, at),
    ctx.state.api.read(PROJECTS_CALLS.getProjectInstallation, at),
    isDriven ? ctx.state.api.read(HEATING_CONTROL_CALLS.getPilotFeatures, at) : null,
  ]);
  return { features, installation, pilot };
}
