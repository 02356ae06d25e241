import { type Context, page } from "fresh";
import { consumerColumns, ConsumerTable } from "@/components/autoconsumption/ConsumerTable.tsx";
import { OperationForm } from "@/components/autoconsumption/OperationForm.tsx";
import type { GridField } from "@/components/forms/FormGridRow.tsx";
import { Refusal } from "@/components/forms/Refusal.tsx";
import { conflictLines, type GridRow, withRefused } from "@/components/forms/grid_rows.ts";
import { EmptyState } from "@/components/page/EmptyState.tsx";
import { Notice } from "@/components/page/Notice.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import { Section } from "@/components/page/Section.tsx";
import FormGrid from "@/islands/forms/FormGrid.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import { sharesTotal } from "@/lib/domain/autoconsumption/figures.ts";
import {
  OPERATION_RULES,
  PRODUCER_RULES,
  type ProducerField,
  typedOperation,
  typedProducer,
} from "@/lib/domain/autoconsumption/forms.ts";
import type { AutoconsumptionConfig, Producer } from "@/lib/domain/autoconsumption/types.ts";
import type { Project } from "@/lib/domain/projects/types.ts";
import { links } from "@/lib/links/links.ts";
import {
  canManageOperation,
  currentUse,
  isDeclared,
  onlyOperationManagers,
  operationOf,
  productionMeters,
} from "@/lib/pages/autoconsumption/autoconsumption_page.ts";
import {
  type RefusedOverview,
  saveOverview,
} from "@/lib/pages/autoconsumption/autoconsumption_saves.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import {
  OPERATION_LABELS,
  PRODUCER_LABELS,
  PRODUCER_REMOVAL,
  sharesText,
  SHARING_LABELS,
} from "@/lib/text/autoconsumption/autoconsumption.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { define } from "@/lib/web/define.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";
import { savedPath, seeOther } from "@/lib/web/forms/submit.ts";
import type { State } from "@/lib/web/state.ts";

export const handler = define.handlers({
  GET(ctx) {
    // A user who does not run the operation reads its figures.
    const isReader = !canManageOperation(ctx.state);
    return isReader ? ctx.redirect(currentUse(ctx.state), 303) : showPage(ctx, null);
  },
  async POST(ctx) {
    const ended = await saveOverview(ctx);
    if (ended.kind === "refused") return await showPage(ctx, ended.end);
    const path = links.autoconsumption(ctx.params.projectId ?? "");
    return seeOther(ctx, ended.kind === "saved" ? savedPath(path, ended.form) : path);
  },
});

export default define.page<typeof handler>(({ data: { config, refused }, state, url }) => {
  const { project } = residenceOf(state);
  const saved = refused === null ? url.searchParams.get("saved") : null;
  const parts = { config, project, refused, saved, url };
  const declared = isDeclared(config);
  return (
    <>
      <PageTitle
        title={declared ? config.info.name : PAGE_NAMES.autoconsumption}
        subtitle={`${PAGE_NAMES.autoconsumption}, ${project.name}`}
        back={{ href: links.residence(project.id), label: project.name }}
      >
        {declared && (
          <a class="button button-primary" href={currentUse(state)}>{PAGE_NAMES.useOfProduction}</a>
        )}
      </PageTitle>
      {declared
        ? (
          <>
            <ConsumersSection {...parts} />
            <ProducersSection {...parts} />
          </>
        )
        : (
          <EmptyState title="Aucune opération déclarée" icon="people">
            <p>
              Déclarez l’opération, puis ses producteurs et ses consommateurs&nbsp;: leurs compteurs
              donnent ce qui est autoconsommé et ce qui part au réseau.
            </p>
          </EmptyState>
        )}
      <OperationSection {...parts} />
      <UnsavedGuard />
    </>
  );
});

interface SectionProps {
  config: AutoconsumptionConfig;
  project: Project;
  refused: RefusedOverview | null;
  /** The form that has just been saved. */
  saved: string | null;
  /** Address of the page. */
  url: URL;
}

function ConsumersSection({ config: { info, consumers }, project, saved, url }: SectionProps) {
  const shares = sharesText(info.sharing, sharesTotal(consumers));
  return (
    <Section id="consumers" title="Consommateurs" saved={saved === "consumers"}>
      {shares !== null && consumers.length > 0 && <Notice tone="bad">{shares}</Notice>}
      {consumers.length === 0
        ? (
          <EmptyState title="Aucun consommateur" icon="house">
            <p>Ajoutez les logements et les parties communes que l’opération alimente.</p>
          </EmptyState>
        )
        : (
          <ConsumerTable
            projectId={project.id}
            sharing={info.sharing}
            consumers={consumers}
            csv={{ page: url }}
          />
        )}
      <p>
        <a class="button" href={links.newConsumer(project.id)}>Ajouter un consommateur</a>
      </p>
    </Section>
  );
}

function ProducersSection({ config, project, refused, saved }: SectionProps) {
  const mine = refused?.form === "producers" ? refused : null;
  const fields = producerFields(project);
  const stored = config.producers.find(({ id }) => id === mine?.key);
  return (
    <Section
      id="producers"
      title="Producteurs"
      intro="Les installations dont la production est partagée."
      saved={saved === "producers"}
    >
      {mine && (
        <Refusal
          {...mine.refused}
          lines={conflictLines(fields, mine.refused.values, stored && typedProducer(stored))}
        />
      )}
      <FormGrid
        grid="producers"
        action={`${links.autoconsumption(project.id)}#producers`}
        fields={fields}
        rows={withRefused(
          producerRows(config.producers),
          mine && { ...mine.refused, key: mine.key },
        )}
        actions={{ canCreate: true, canUpdate: true, canDelete: true }}
        removal={PRODUCER_REMOVAL}
        version=""
      />
    </Section>
  );
}

function OperationSection({ config, project, refused, saved }: SectionProps) {
  const mine = refused?.form === "operation" ? refused.refused : null;
  const stored = typedOperation(config.info);
  const fields = OPERATION_RULES.map(({ name }) => ({
    name,
    label: OPERATION_LABELS[name],
    ...(name === "sharing" && { options: SHARING_OPTIONS }),
  }));
  return (
    <Section
      id="operation"
      title={isDeclared(config) ? "Opération" : "Déclarer l’opération"}
      saved={saved === "operation"}
    >
      {mine && <Refusal {...mine} lines={conflictLines(fields, mine.values, stored)} />}
      <OperationForm
        action={`${links.autoconsumption(project.id)}#operation`}
        values={mine?.values ?? stored}
        errors={mine?.errors ?? {}}
        version={config.infoVersion}
        submit={isDeclared(config) ? "Enregistrer" : "Déclarer"}
        unsaved={mine !== null}
      />
    </Section>
  );
}

const SHARING_OPTIONS = Object.entries(SHARING_LABELS).map(([value, label]) => ({ value, label }));

function producerRows(producers: readonly Producer[]): GridRow[] {
  return [
    ...producers.map((producer) => ({
      key: producer.id,
      title: producer.name,
      values: typedProducer(producer),
      version: producer.version,
    })),
    { key: "", title: "Nouveau producteur", values: typedProducer(null) },
  ];
}

function producerFields(project: Project): GridField[] {
  const more: Readonly<Partial<Record<ProducerField, Partial<GridField>>>> = {
    seriesId: { options: productionMeters(project) },
    powerKW: { unit: "kW" },
  };
  return PRODUCER_RULES.map((rule) => ({
    ...rule,
    label: PRODUCER_LABELS[rule.name],
    ...more[rule.name],
  }));
}

async function showPage(ctx: Context<State>, refused: RefusedOverview | null) {
  onlyOperationManagers(ctx.state);
  const { project } = residenceOf(ctx.state);
  ctx.state.title = windowTitle(PAGE_NAMES.autoconsumption, project.name);
  const config = await operationOf(ctx.state);
  const columns = consumerColumns(project.id, config.info.sharing);
  return tableFile(ctx.url, { fileName: "consommateurs.csv", columns, rows: config.consumers }) ??
    page({ config, refused }, { status: refused?.refused.status ?? 200 });
}
