import { PagedRows, type PageTable, type TableColumn } from "@/components/ui/DataTable.tsx";
import { FormSection } from "@/components/ui/FormBox.tsx";
import { Notice, PageTitle, Section } from "@/components/ui/Page.tsx";
import { PostForm, Refusal } from "@/components/ui/PostForm.tsx";
import { dateColumn, numberColumn, textColumn } from "@/components/ui/columns.tsx";
import SmallToggle from "@/islands/ui/SmallToggle.tsx";
import { monthOf, shiftMonth } from "@/lib/base/civil_dates.ts";
import { formatInstant } from "@/lib/base/date_format.ts";
import { countText } from "@/lib/base/text_format.ts";
import type { Role } from "@/lib/identity/roles.ts";
import { ORGANISATIONS_CALLS } from "@/lib/organisations/calls.ts";
import { DOCUMENTS_FORM, RETENTION_FORM } from "@/lib/organisations/forms.ts";
import type { ComingPurge, PurgeEntry } from "@/lib/organisations/schema.ts";
import {
  arrivingText,
  nextPurgeText,
  PURGED_TEXTS,
  purgedWhen,
  uncountedText,
} from "@/lib/organisations/text.ts";
import { LETTER_CALLS } from "@/lib/portfolio/calls.ts";
import { LETTER_FORM } from "@/lib/portfolio/forms.ts";
import { letterTitle } from "@/lib/portfolio/mail_text.ts";
import { links } from "@/lib/ui/links.ts";
import { tableFile } from "@/lib/web/downloads.ts";
import { action, formRoute, save } from "@/lib/web/form_handlers.ts";
import { administered, define, type PageContext, type State, todayOf } from "@/lib/web/state.ts";

export const handler = define.handlers(formRoute(readPage, pageForms));

export default define.page<typeof handler>(({ data, state, url }) => {
  const { features, readers, lastMonth, retention, purge, table, page } = data;
  return (
    <>
      <PageTitle subtitle={administered(state).name} />
      <FormSection
        title="Gestion des documents"
        intro="Avec elle, les écrans des documents sont dans le menu de qui a un rôle sur eux. L’interrupteur enregistre aussitôt."
        form={DOCUMENTS_FORM}
        stored={features}
        page={page}
        after={features.documentManagement && (
          <>
            {page.shown?.form === EVERYWHERE && <Refusal {...page.shown} />}
            {!features.changesShared && (
              <PostForm action={links.organisationOptions()}>
                <input type="hidden" name="form" value={EVERYWHERE} />
                <button type="submit" class="button">Me donner ce rôle partout</button>
              </PostForm>
            )}
            <p>
              Ces rôles se donnent aussi <a href={links.users()}>à une personne</a> ou{" "}
              <a href={links.teams()}>à une équipe</a>.
            </p>
          </>
        )}
        sendsItself
      >
        {({ values }) => (
          <SmallToggle
            name="documentManagement"
            label="Activer la gestion des documents"
            checked={values.documentManagement !== ""}
          />
        )}
      </FormSection>
      <FormSection
        title="Lettre mensuelle"
        intro="Le 3 de chaque mois, par mail&nbsp;: ce qu’on sait du mois d’avant, le classement des chaufferies, ce qui a changé, ce qui est en retard."
        form={LETTER_FORM}
        stored={readers}
        page={page}
        after={
          <p>
            <a href={links.monthlyLetter(lastMonth)}>{letterTitle(lastMonth)}</a>
          </p>
        }
      />
      <FormSection
        title="Durées de conservation"
        intro="Les consommations fines d’un logement sont des données personnelles&nbsp;: la CNIL demande de ne les garder que le temps utile. Ce qui dépasse ces durées est supprimé la nuit suivante, sans retour possible&nbsp;; les totaux plus grossiers restent."
        form={RETENTION_FORM}
        stored={retention}
        page={page}
        columns="form-columns form-columns-thirds"
        before={purge !== null && <NextPurgeNotice purge={purge} />}
      />
      <Section
        id="purges"
        title="Ce qui a été supprimé ou est arrivé trop tard"
        intro="Une correction plus ancienne que les relevés conservés remplace un jour entier&nbsp;: elle compte si elle apporte au moins autant de relevés que ce jour en avait, et le mois change de la différence."
      >
        {table.rows.length === 0
          ? <p>Rien n’a été supprimé pour son ancienneté, et rien n’est arrivé trop tard.</p>
          : <PagedRows table={table} url={url} />}
      </Section>
    </>
  );
});

function NextPurgeNotice({ purge }: { purge: ComingPurge }) {
  const arriving = arrivingText(purge);
  const uncounted = uncountedText(purge);
  return (
    <Notice tone="info">
      <p>{nextPurgeText(purge)}</p>
      {arriving !== null && <p>{arriving}</p>}
      {uncounted !== null && (
        <p>
          {uncounted} <a href={links.purgeCountedWhole()}>Compter toutes les résidences</a>
        </p>
      )}
    </Notice>
  );
}

function pageForms(ctx: PageContext) {
  const { id: orgId } = administered(ctx.state);
  const { sender } = ctx.state.api;
  return {
    documents: save(DOCUMENTS_FORM, sender(ORGANISATIONS_CALLS.putCollectFeatures, { orgId })),
    [EVERYWHERE]: action(() => joinEverywhere(ctx.state)),
    letter: save(LETTER_FORM, sender(LETTER_CALLS.putLetterReaders, { orgId })),
    retention: save(RETENTION_FORM, sender(ORGANISATIONS_CALLS.putRetention, { orgId })),
  };
}

/** Name of the form that gives its user the documents of every residence. */
const EVERYWHERE = "everywhere";

const WRITES_DOCUMENTS: Role = "collect:documents:write";
const DOCUMENTS_TEAM = "Documents, toutes les résidences";

/**
 * Gives the caller the role on documents on every residence, those to come too: by the team that has it everywhere, which
 * is made when there is none.
 *
 * @spec organisations.documents-everywhere
 */
async function joinEverywhere(state: State) {
  const { id: orgId } = administered(state);
  const { api, caller } = state;
  const users = caller.kind === "account" ? [caller.email] : [];
  const teams = await api.read(ORGANISATIONS_CALLS.listTeams, { orgId });
  const everywhere = teams.find(({ tags, roles }) =>
    tags.length === 0 && roles.includes(WRITES_DOCUMENTS)
  );
  if (everywhere === undefined) {
    const body = { name: DOCUMENTS_TEAM, roles: [WRITES_DOCUMENTS], users, tags: [] };
    return await api.call(ORGANISATIONS_CALLS.createTeam, { orgId, body });
  }
  const { id: teamId, ...team } = everywhere;
  const body = { ...team, users: [...team.users, ...users] };
  return await api.call(ORGANISATIONS_CALLS.putTeam, { orgId, teamId, body });
}

async function readPage({ state, url }: PageContext) {
  const inOrg = { orgId: administered(state).id };
  const everything = url.searchParams.get("count") === "all" ? "true" : undefined;
  const [features, readers, retention, purge, purges] = await Promise.all([
    state.api.read(ORGANISATIONS_CALLS.getCollectFeatures, inOrg),
    state.api.read(LETTER_CALLS.getLetterReaders, inOrg),
    state.api.read(ORGANISATIONS_CALLS.getRetention, inOrg),
    state.api.read(ORGANISATIONS_CALLS.getNextPurge, { ...inOrg, everything }),
    state.api.read(ORGANISATIONS_CALLS.listPurges, inOrg),
  ]);
  const table: PageTable<PurgeEntry> = {
    fileName: "conservation.csv",
    caption: countText(purges.length, "ligne"),
    columns: COLUMNS,
    rows: purges,
  };
  return tableFile(url, table) ?? {
    features,
    readers,
    lastMonth: shiftMonth(monthOf(todayOf(state)), -1),
    retention,
    purge,
    table,
  };
}

/** Decimals of the difference of a day, in the unit of the series. */
const DECIMALS = 3;

/** Purged data and late readings, newest first. */
const COLUMNS: readonly TableColumn<PurgeEntry>[] = [
  dateColumn("at", "Fait le", ({ at }) => formatInstant(at)),
  textColumn("project", "Résidence", ({ projectName }) => projectName),
  textColumn("what", "Ce qui a été fait", ({ what }) => PURGED_TEXTS[what]),
  textColumn("when", "Époque", purgedWhen),
  textColumn("series", "Série", (one) => one.seriesName ?? countText(one.seriesCount, "série")),
  numberColumn("count", "Valeurs", ({ valueCount }) => valueCount, { most: DECIMALS }),
  numberColumn("difference", "Différence", ({ difference }) => difference, { most: DECIMALS }),
];
