import { type Context, HttpError, page } from "fresh";
import { Refusal } from "@/components/forms/Refusal.tsx";
import { SubmitBar } from "@/components/forms/SubmitBar.tsx";
import { WatchedForm } from "@/components/forms/WatchedForm.tsx";
import { PURGE_COLUMNS, PurgeTable } from "@/components/organisations/PurgeTable.tsx";
import { RetentionForm } from "@/components/organisations/RetentionForm.tsx";
import { Notice } from "@/components/page/Notice.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import { Section } from "@/components/page/Section.tsx";
import SmallToggle from "@/islands/forms/SmallToggle.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import { hasErrors } from "@/lib/domain/forms/field_errors.ts";
import { fieldNames, pickedValues } from "@/lib/domain/forms/typed_fields.ts";
import type { ComingPurge } from "@/lib/domain/platform/next_purge.ts";
import {
  readRetention,
  RETENTION_RULES,
  retentionErrors,
  typedRetention,
} from "@/lib/domain/series/retention.ts";
import { readTableState } from "@/lib/domain/tables/table_state.ts";
import { links } from "@/lib/links/links.ts";
import { administered } from "@/lib/pages/organisations/administration.ts";
import {
  arrivingText,
  nextPurgeText,
  RETENTION_LABELS,
  uncountedText,
} from "@/lib/text/organisations/retention.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { answered } from "@/lib/web/answered.ts";
import { define } from "@/lib/web/define.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";
import { refusedBy, type RefusedValues, wrongFields } from "@/lib/web/forms/refused_values.ts";
import { readSubmission, savedPath, seeOther } from "@/lib/web/forms/submit.ts";
import type { State } from "@/lib/web/state.ts";

/** The forms of the page, as their hidden field `form` names them. */
type FormName = "documents" | "retention";

interface Refused extends RefusedValues {
  form: FormName;
}

const FIELDS = [
  "form",
  "version",
  "documentManagement",
  ...fieldNames(RETENTION_RULES),
];

export const handler = define.handlers({
  GET: (ctx) => showPage(ctx, null),

  async POST(ctx) {
    const { id: orgId } = administered(ctx.state);
    const { values } = await readSubmission(ctx, FIELDS);
    const form = values.form === "retention" ? "retention" : "documents";
    const refused = await saved(ctx.state, orgId, values);
    return refused === null
      ? seeOther(ctx, savedPath(links.organisationOptions(), form))
      : await showPage(ctx, { form, ...refused });
  },
});

async function saved(
  { api }: State,
  orgId: string,
  values: Record<string, string>,
): Promise<RefusedValues | null> {
  const { form, version } = values;
  if (form === "documents") {
    const documentManagement = values.documentManagement !== "";
    const result = await api.call("putCollectFeatures", {
      orgId,
      body: { documentManagement, version },
    });
    return result.ok ? null : refusedBy(values, result);
  }
  if (form !== "retention") throw new HttpError(400, "bad-request");
  const typed = pickedValues(RETENTION_RULES, values);
  const errors = retentionErrors(typed);
  if (hasErrors(errors)) return wrongFields(values, errors);
  const body = { ...readRetention(typed), version };
  const result = await api.call("putRetention", { orgId, body });
  return result.ok ? null : refusedBy(values, result);
}

export default define.page<typeof handler>(({ data, url }) => {
  const { organisation, refused } = data;
  const justSaved = refused === null ? url.searchParams.get("saved") : null;
  return (
    <>
      <PageTitle title={PAGE_NAMES.organisationOptions} subtitle={organisation.name} />
      <DocumentsSection {...data} isSaved={justSaved === "documents"} />
      <RetentionSection {...data} isSaved={justSaved === "retention"} />
      <Section
        id="purges"
        title="Ce qui a été supprimé ou est arrivé trop tard"
        intro="Une correction plus ancienne que les relevés conservés remplace un jour entier&nbsp;: elle compte si elle apporte au moins autant de relevés que ce jour en avait, et le mois change de la différence."
      >
        {data.purges.length === 0
          ? <p>Rien n’a été supprimé pour son ancienneté, et rien n’est arrivé trop tard.</p>
          : (
            <PurgeTable
              path={links.organisationOptions()}
              lines={data.purges}
              state={data.table}
            />
          )}
      </Section>
      <UnsavedGuard />
    </>
  );
});

type Shown = Awaited<ReturnType<typeof read>> & { refused: Refused | null; isSaved: boolean };

function DocumentsSection({ features, refused, isSaved }: Shown) {
  const mine = refused?.form === "documents" ? refused : null;
  const isOn = mine === null ? features.documentManagement : mine.values.documentManagement !== "";
  const line = {
    label: "Gestion des documents",
    typed: stateText(isOn),
    stored: stateText(features.documentManagement),
  };
  return (
    <Section
      id="documents"
      title="Gestion des documents"
      intro="Les rôles sur les documents ne se donnent qu’avec elle. Ses écrans n’existent pas encore. L’interrupteur enregistre aussitôt."
      saved={isSaved}
    >
      {mine && <Refusal {...mine} lines={[line]} />}
      <WatchedForm
        action={links.organisationOptions()}
        unsaved={mine !== null}
        hidden={{ form: "documents", version: features.version }}
      >
        <SmallToggle
          name="documentManagement"
          label="Activer la gestion des documents"
          checked={isOn}
          saves
        />
        {mine === null
          ? (
            <noscript>
              <SubmitBar />
            </noscript>
          )
          : <SubmitBar />}
      </WatchedForm>
    </Section>
  );
}

function stateText(isOn: boolean): string {
  return isOn ? "Activée" : "Désactivée";
}

function RetentionSection({ retention, purge, refused, isSaved }: Shown) {
  const mine = refused?.form === "retention" ? refused : null;
  const stored = typedRetention(retention);
  const typed = mine === null ? stored : pickedValues(RETENTION_RULES, mine.values);
  const lines = RETENTION_RULES.map(({ name }) => ({
    label: RETENTION_LABELS[name],
    typed: typed[name],
    stored: stored[name],
  }));
  return (
    <Section
      id="retention"
      title="Durées de conservation"
      intro="Les consommations fines d’un logement sont des données personnelles&nbsp;: la CNIL demande de ne les garder que le temps utile. Ce qui dépasse ces durées est supprimé la nuit suivante, sans retour possible&nbsp;; les totaux plus grossiers restent."
      saved={isSaved}
    >
      {mine && <Refusal {...mine} lines={lines} />}
      {purge !== null && <NextPurgeNotice purge={purge} />}
      <RetentionForm
        action={`${links.organisationOptions()}#retention`}
        values={typed}
        errors={mine?.errors ?? {}}
        version={retention.version}
        unsaved={mine !== null}
      />
    </Section>
  );
}

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

async function read({ state, url }: Context<State>) {
  const organisation = administered(state);
  const asked = { orgId: organisation.id };
  const everything = url.searchParams.get("count") === "all" ? "true" : undefined;
  const [features, retention, purge, purges] = await Promise.all([
    state.api.call("getCollectFeatures", asked),
    state.api.call("getRetention", asked),
    state.api.call("getNextPurge", { ...asked, everything }),
    state.api.call("listPurges", asked),
  ]);
  return {
    organisation,
    features: answered(features),
    retention: answered(retention),
    purge: answered(purge),
    purges: answered(purges),
    table: readTableState(url.searchParams),
  };
}

async function showPage(ctx: Context<State>, refused: Refused | null) {
  const data = await read(ctx);
  ctx.state.title = windowTitle(PAGE_NAMES.organisationOptions, data.organisation.name);
  const file = { fileName: "conservation.csv", columns: PURGE_COLUMNS, rows: data.purges };
  return tableFile(ctx.url, file) ?? page({ ...data, refused }, { status: refused?.status ?? 200 });
}
