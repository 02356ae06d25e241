import { linkColumn, numberColumn, statusColumn, textColumn } from "@/components/ui/columns.tsx";
import type { TableColumn } from "@/components/ui/DataTable.tsx";
import { FormSection } from "@/components/ui/FormBox.tsx";
import type { FormPage } from "@/lib/ui/form.ts";
import { FormFields } from "@/components/ui/FormFields.tsx";
import { GridSection, namedRows } from "@/components/ui/GridSection.tsx";
import type { List, ListRows } from "@/components/ui/list.ts";
import { ListTable } from "@/components/ui/ListTable.tsx";
import { EmptyState, Notice, PageTitle, Section, type Tone } from "@/components/ui/Page.tsx";
import { readList } from "@/components/web/read_list.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import type { Project } from "@/lib/residences/schema.ts";
import { OPERATION_FORM, PRODUCER_FORM } from "@/lib/self_consumption/forms.ts";
import {
  canManageOperation,
  currentUse,
  isDeclared,
  onlyOperationManagers,
  operationOf,
  overviewForms,
  productionMeters,
} from "@/lib/self_consumption/pages.ts";
import {
  type AutoconsumptionConfig,
  type Consumer,
  type ConsumerStatus,
  SHARING_KINDS,
  type SharingKind,
} from "@/lib/self_consumption/schema.ts";
import {
  CONSUMER_LABELS,
  CONSUMER_STATUS_LABELS,
  consumerName,
  presencesText,
  sharesText,
  SHARING_HINTS,
  SHARING_LABELS,
} from "@/lib/self_consumption/text.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { formRoute } from "@/lib/web/form_handlers.ts";
import { define, type PageContext } from "@/lib/web/state.ts";

export const handler = define.handlers(formRoute(readPage, overviewForms, {
  guard: ({ state }) => onlyOperationManagers(state),
}));

export default define.page<typeof handler>(({ data: { config, rows, page }, state }) => {
  const { project } = residenceOf(state);
  const parts = { config, project, page };
  const declared = isDeclared(config);
  return (
    <>
      <PageTitle
        title={declared ? config.info.name : PAGES.autoconsumption.title}
        subtitle={`${PAGES.autoconsumption.title}, ${project.name}`}
      >
        {declared && (
          <a class="button button-primary" href={currentUse(state)}>
            {PAGES.useOfProduction.title}
          </a>
        )}
      </PageTitle>
      {declared
        ? (
          <>
            <ConsumersSection {...parts} rows={rows} />
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
    </>
  );
});

interface SectionProps {
  config: AutoconsumptionConfig;
  project: Project;
  page: FormPage;
}

function ConsumersSection(
  { config: { info, consumers, sharesPercent }, project, page: { saved }, rows }: SectionProps & {
    rows: ListRows<Consumer>;
  },
) {
  const shares = sharesText(info.sharing, sharesPercent);
  return (
    <Section id="consumers" title="Consommateurs" saved={saved === "consumers"}>
      {shares !== null && consumers.length > 0 && <Notice tone="bad">{shares}</Notice>}
      <ListTable {...rows} />
      <p>
        <a class="button" href={links.newConsumer(project.id)}>Ajouter un consommateur</a>
      </p>
    </Section>
  );
}

function ProducersSection({ config, project, page }: SectionProps) {
  return (
    <GridSection
      title="Producteurs"
      intro="Les installations dont la production est partagée."
      form={PRODUCER_FORM}
      rows={namedRows(config.producers)}
      blank="Nouveau producteur"
      page={page}
      options={{ seriesId: productionMeters(project) }}
      removal="Le producteur disparaît de l’opération, et des chiffres du passé&nbsp;; son compteur et ses relevés restent."
    />
  );
}

function OperationSection({ config, page }: SectionProps) {
  const declared = isDeclared(config);
  return (
    <FormSection
      title={declared ? "Opération" : "Déclarer l’opération"}
      form={OPERATION_FORM}
      stored={config.info}
      page={page}
      version={config.infoVersion}
      submit={declared ? "Enregistrer" : "Déclarer"}
    >
      {(content) => (
        <>
          <FormFields {...content} />
          <ul class="small soft">
            {SHARING_KINDS.map((kind) => (
              <li key={kind}>
                {SHARING_LABELS[kind]}&nbsp;: {SHARING_HINTS[kind]}
              </li>
            ))}
          </ul>
        </>
      )}
    </FormSection>
  );
}

async function readPage(ctx: PageContext) {
  // A user who does not manage the operation reads its figures.
  if (!canManageOperation(ctx.state)) return ctx.redirect(currentUse(ctx.state), 303);
  const { project } = residenceOf(ctx.state);
  const config = await operationOf(ctx.state);
  const list = consumerList(project.id, config.info.sharing);
  const { rows, file } = readList(ctx.url, config.consumers, list);
  return file ?? { config, rows };
}

const TONES: Readonly<Record<ConsumerStatus, Tone>> = {
  invited: "info",
  active: "good",
  left: "bad",
};

function consumerList(projectId: string, sharing: SharingKind): List<Consumer> {
  return {
    path: links.autoconsumption(projectId),
    fileName: "consommateurs.csv",
    columns: consumerColumns(projectId, sharing),
    filters: [{
      field: "status",
      label: "État",
      value: ({ status }) => CONSUMER_STATUS_LABELS[status],
    }],
    words: (consumer) => [consumerName(consumer), consumer.prm],
    noun: "consommateur",
    nothing: "Aucun consommateur trouvé",
    empty: {
      title: "Aucun consommateur",
      text: "Ajoutez les logements et les parties communes que l’opération alimente.",
      icon: "house",
    },
  };
}

function consumerColumns(projectId: string, sharing: SharingKind): TableColumn<Consumer>[] {
  const share = numberColumn<Consumer>("share", "Part", ({ sharePercent }) => sharePercent, {
    unit: "%",
    most: 2,
  });
  return [
    linkColumn<Consumer>(
      "name",
      CONSUMER_LABELS.name,
      consumerName,
      (consumer) => links.consumer(projectId, consumer.id),
    ),
    textColumn("prm", "PRM", ({ prm }) => prm),
    ...(sharing === "full-dynamic" ? [] : [share]),
    statusColumn("status", "État", ({ status }) => ({
      tone: TONES[status],
      label: CONSUMER_STATUS_LABELS[status],
    })),
    textColumn(
      "presences",
      "Participation",
      ({ presences, seriesId }) =>
        [presencesText(presences), seriesId === null ? "sans compteur" : ""].filter(Boolean).join(
          ", ",
        ),
    ),
  ];
}
