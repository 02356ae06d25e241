import { PageTitle } from "@/components/ui/Page.tsx";
import { Refusal } from "@/components/ui/PostForm.tsx";
import ResidenceForm from "@/islands/residences/ResidenceForm.tsx";
import { ORGANISATIONS_CALLS } from "@/lib/organisations/calls.ts";
import { PROJECTS_CALLS } from "@/lib/residences/calls.ts";
import { RESIDENCE_PATHS, residenceForm, residenceShown } from "@/lib/residences/pages.ts";
import { RESIDENCE_RULES, type StoredResidence } from "@/lib/residences/residence_form.ts";
import { pickedValues } from "@/lib/ui/field_rules.ts";
import { links } from "@/lib/ui/links.ts";
import { formRoute } from "@/lib/web/form_handlers.ts";
import { administered, define, type PageContext } from "@/lib/web/state.ts";

const BLANK: StoredResidence = { values: pickedValues(RESIDENCE_RULES, {}), tags: [] };

export const handler = define.handlers(formRoute(readPage, pageForms));

export default define.page<typeof handler>(({ data: { groups, page }, state }) => (
  <>
    <PageTitle subtitle={administered(state).name} />
    {page.shown && <Refusal {...page.shown} />}
    <p class="soft">
      Les jours et les mois de la résidence sont comptés à l’heure locale, celle de son code postal
      (outre-mer compris). Elle ne change plus après le premier relevé.
    </p>
    <div class="card">
      <ResidenceForm
        action={links.newResidence()}
        cancel={links.residences()}
        submit="Créer la résidence"
        residence={null}
        stored={BLANK}
        {...residenceShown(page.shown, BLANK)}
        groups={groups}
        tiles={state.config.tiles}
        calls={RESIDENCE_PATHS}
      />
    </div>
  </>
));

function pageForms(ctx: PageContext) {
  const { id: orgId } = administered(ctx.state);
  return {
    residence: residenceForm(
      ctx,
      (body) => ctx.state.api.call(PROJECTS_CALLS.createProject, { orgId, body }),
      ({ id }) => links.residence(id),
    ),
  };
}

async function readPage(ctx: PageContext) {
  const { id: orgId } = administered(ctx.state);
  return { groups: await ctx.state.api.read(ORGANISATIONS_CALLS.listTags, { orgId }) };
}
