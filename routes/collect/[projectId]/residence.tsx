import { ResidenceSheet } from "@/components/residences/ResidenceSheet.tsx";
import { EmptyState, PageTitle, Section } from "@/components/ui/Page.tsx";
import { type ConflictLine, Refusal } from "@/components/ui/PostForm.tsx";
import ResidenceForm from "@/islands/residences/ResidenceForm.tsx";
import ResidenceMap from "@/islands/residences/ResidenceMap.tsx";
import { ORGANISATIONS_CALLS } from "@/lib/organisations/calls.ts";
import type { TagGroup } from "@/lib/organisations/schema.ts";
import { PROJECTS_CALLS } from "@/lib/residences/calls.ts";
import { RESIDENCE_PATHS, residenceForm, residenceShown } from "@/lib/residences/pages.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import {
  placeTyped,
  RESIDENCE_RULES,
  type StoredResidence,
  typedResidence,
} from "@/lib/residences/residence_form.ts";
import type { ProjectProvider, ProjectSettingsRead } from "@/lib/residences/schema.ts";
import { RESIDENCE_LABELS } from "@/lib/residences/text.ts";
import { clockText } from "@/lib/residences/time_zone.ts";
import { links, SAVED_PARAMETER } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { withMore } from "@/lib/ui/query.ts";
import { FORM_BUTTONS } from "@/lib/ui/text.ts";
import { formRoute } from "@/lib/web/form_handlers.ts";
import { define, HttpError, type PageContext } from "@/lib/web/state.ts";

/** Added to the page's URL once its form was saved. */
const SAVED_QUERY = `${SAVED_PARAMETER}=residence`;

export const handler = define.handlers(formRoute(readPage, pageForms));

export default define.page<typeof handler>(({ data, state }) => {
  const { settings, groups, providers, page } = data;
  const { project, isAdmin } = residenceOf(state);
  const { tiles } = state.config;
  const path = links.residenceSheet(project.id);
  const stored = storedOf(settings, groups);
  const opened = residenceShown(page.shown, stored);
  const isSaved = page.saved !== null;
  return (
    <>
      <PageTitle />
      {page.shown && (
        <Refusal {...page.shown} lines={residenceConflict(opened.typed, stored, groups)} />
      )}
      {isAdmin
        ? (
          <section class="card" aria-label={PAGES.residenceSheet.title}>
            <ResidenceForm
              action={path}
              submit={FORM_BUTTONS.save}
              residence={{
                projectId: project.id,
                version: page.shown?.version ?? settings.version,
                savedPath: withMore(path, SAVED_QUERY),
              }}
              saved={isSaved}
              stored={stored}
              {...opened}
              groups={groups}
              tiles={tiles}
              calls={RESIDENCE_PATHS}
            />
          </section>
        )
        : (
          <ResidenceSheet settings={settings} groups={groups}>
            <ResidenceMap place={placeTyped(stored.values)} tiles={tiles} />
          </ResidenceSheet>
        )}
      <p class="soft">{clockText(project)}</p>
      <ProviderList providers={providers} />
    </>
  );
});

function pageForms(ctx: PageContext) {
  const { project, isAdmin } = residenceOf(ctx.state);
  if (!isAdmin) throw new HttpError(403, "forbidden");
  const projectId = project.id;
  const path = links.residenceSheet(projectId);
  return {
    residence: residenceForm(
      ctx,
      (settings, version) =>
        ctx.state.api.call(PROJECTS_CALLS.putProjectSettings, {
          projectId,
          body: { ...settings, version },
        }),
      () => withMore(path, SAVED_QUERY),
    ),
  };
}

async function readPage(ctx: PageContext) {
  const { project, organisation } = residenceOf(ctx.state);
  const { read } = ctx.state.api;
  const at = { projectId: project.id };
  const [settings, providers, tags] = await Promise.all([
    read(PROJECTS_CALLS.getProjectSettings, at),
    read(PROJECTS_CALLS.listProjectProviders, at),
    organisation && read(ORGANISATIONS_CALLS.listTags, { orgId: project.orgId }),
  ]);
  return { settings, providers, groups: tags ?? [] };
}

/** Stored values, for the form: tags of a deleted group are no longer offered. */
function storedOf(
  settings: ProjectSettingsRead,
  groups: readonly { readonly values: readonly { readonly id: string }[] }[],
): StoredResidence {
  const tagIds = new Set(groups.flatMap(({ values }) => values.map(({ id }) => id)));
  return { values: typedResidence(settings), tags: settings.tags.filter((id) => tagIds.has(id)) };
}

/** The fields and tags that another user saved differently meanwhile. */
function residenceConflict(
  typed: StoredResidence,
  stored: StoredResidence,
  groups: readonly TagGroup[],
): ConflictLine[] {
  const fields = RESIDENCE_RULES.map(({ name }) => ({
    label: RESIDENCE_LABELS[name],
    typed: typed.values[name],
    stored: stored.values[name],
  }));
  const tags = groups.map(({ name, values }) => {
    const labelOf = (chosen: readonly string[]) =>
      values.find(({ id }) => chosen.includes(id))?.label ?? "";
    return { label: name, typed: labelOf(typed.tags), stored: labelOf(stored.tags) };
  });
  return [...fields, ...tags].filter((line) => line.typed !== line.stored);
}

/** The providers who work on a residence, read-only. @spec projects.read-only */
function ProviderList({ providers }: { providers: readonly ProjectProvider[] }) {
  return (
    <Section id="providers" title="Prestataires">
      {providers.length === 0
        ? (
          <EmptyState title="Aucun prestataire" icon="list">
            <p>
              Est nommé ici qui a un contrat en cours ou une demande de documents pour la résidence.
            </p>
          </EmptyState>
        )
        : <ul>{providers.map(({ id, name }) => <li key={id}>{name}</li>)}</ul>}
    </Section>
  );
}
