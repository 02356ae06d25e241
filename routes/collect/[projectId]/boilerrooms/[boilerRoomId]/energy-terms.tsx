import { dateColumn, numberColumn, textColumn } from "@/components/ui/columns.tsx";
import { type PageTable, PageTables, type TableColumn } from "@/components/ui/DataTable.tsx";
import { FormSection, RemovalForm } from "@/components/ui/FormBox.tsx";
import { Notice, PageTitle } from "@/components/ui/Page.tsx";
import type { SelectOption } from "@/components/ui/SelectField.tsx";
import { formatDay } from "@/lib/base/date_format.ts";
import { DOCUMENTS_CALLS } from "@/lib/documents/calls.ts";
import { organisationOf } from "@/lib/documents/pages.ts";
import { contractText } from "@/lib/documents/text.ts";
import { boilerRoomOf, onlyRoomWriters, roomAt } from "@/lib/facilities/pages.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { SETTLEMENT_CALLS } from "@/lib/settlement/calls.ts";
import { INDEXES_FORM, TERMS_FORM, TERMS_TEMPLATES } from "@/lib/settlement/forms.ts";
import type { PriceIndexes, StoredTerms } from "@/lib/settlement/schema.ts";
import { beforeHints, KIND_LABELS, oddSharesText, vatHint } from "@/lib/settlement/text.ts";
import { bandLines } from "@/lib/settlement/typed_terms.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { withQuery } from "@/lib/ui/query.ts";
import { tableFiles } from "@/lib/web/downloads.ts";
import { formRoute, rowForm, save } from "@/lib/web/form_handlers.ts";
import { define, type PageContext, todayOf } from "@/lib/web/state.ts";

export const handler = define.handlers(formRoute(readPage, pageForms, {
  guard: onlyRoomWriters,
}));

/** The terms of the energy contract of a boiler room, by date, and the indexes of its prices (E §1.1). */
export default define.page<typeof handler>(({ data, state, url }) => {
  const { room, tables, chosen, hints, odd, indexes, contracts, template, page } = data;
  const { project } = residenceOf(state);
  const path = links.energyTerms(project.id, room.id);
  const own = chosen === null ? path : links.energyTerms(project.id, room.id, chosen.id);
  return (
    <>
      <PageTitle subtitle={`${room.name}, ${project.name}`}>
        <a class="button" href={links.settlement(project.id, room.id)}>{PAGES.settlement.title}</a>
      </PageTitle>
      <PageTables tables={tables} url={url} />
      {odd.map((text) => <Notice key={text} tone="info">{text}</Notice>)}
      {chosen === null && (
        <nav class="row" aria-label="Clauses usuelles">
          {Object.entries(TERMS_TEMPLATES).map(([name, { label }]) => (
            <a
              key={name}
              class="button"
              href={`${withQuery(path, `template=${name}`)}#${TERMS_FORM.name}`}
            >
              Partir de «&nbsp;{label}&nbsp;»
            </a>
          ))}
        </nav>
      )}
      <FormSection
        title={chosen ? "Modifier les conditions" : "Nouvelles conditions"}
        intro="Telles que le contrat les dit&nbsp;: aucune part n’est légale, aucune n’est proposée d’office. Elles s’appliquent dès ce jour-là, ou au mois suivant là où les relevés ne sont pas quotidiens. Un contrat finit au jour dit, ou quand un autre exploitant, une autre sorte de marché ou une autre unité commence&nbsp;: chacun a son décompte."
        form={TERMS_FORM}
        stored={chosen}
        options={{ contractId: contractOptions(contracts, chosen) }}
        hints={hints}
        page={{ ...page, action: own }}
        version={chosen?.version ?? ""}
        {...chosen
          ? {
            cancel: path,
            after: (
              <RemovalForm
                form={TERMS_FORM.name}
                action={own}
                label="Supprimer les conditions"
                text="Les décomptes envoyés gardent celles qu’ils avaient."
              />
            ),
          }
          : {
            submit: "Ajouter",
            initial: { operator: room.operator, ...TERMS_TEMPLATES[template ?? ""]?.values },
          }}
      />
      <FormSection
        title="Indices de révision de la résidence"
        intro="Leurs valeurs servent aux prix révisés de toutes ses chaufferies."
        form={INDEXES_FORM}
        stored={indexes}
        page={page}
        version={indexes.version}
      />
    </>
  );
});

async function readPage(ctx: PageContext) {
  onlyRoomWriters(ctx);
  const room = await boilerRoomOf(ctx, PAGES.energyTerms.title);
  const { projectId } = roomAt(ctx);
  const { read } = ctx.state.api;
  const [all, indexes, contracts] = await Promise.all([
    read(SETTLEMENT_CALLS.listEnergyTerms, roomAt(ctx)),
    read(SETTLEMENT_CALLS.getPriceIndexes, { projectId }),
    contractsOf(ctx),
  ]);
  const { searchParams } = ctx.url;
  const tables: PageTable<unknown>[] = [
    termsTable(all, contracts, (id) => links.energyTerms(projectId, room.id, id)),
    ...indexes.values.length === 0 ? [] : [indexTable(indexes.values)],
  ];
  const chosen = all.find(({ id }) => id === searchParams.get("terms")) ?? null;
  const day = chosen?.from ?? todayOf(ctx.state);
  const before = all[(chosen === null ? all.length : all.indexOf(chosen)) - 1];
  return tableFiles(ctx.url, tables) ??
    {
      room,
      tables,
      chosen,
      hints: { ...beforeHints(before, day), vatPercent: vatHint(day) },
      odd: all.flatMap((terms) => oddSharesText(terms) ?? []),
      indexes,
      contracts,
      template: searchParams.get("template"),
    };
}

/** The contracts of documents of the residence; none without the right to see them. */
async function contractsOf({ state, params }: PageContext): Promise<SelectOption[]> {
  const { projectId = "" } = params;
  const outcome = await state.api.call(DOCUMENTS_CALLS.listContracts, organisationOf(state));
  if (!outcome.ok) return [];
  return outcome.answer
    .filter(({ allprojects, projects }) => allprojects || projects.includes(projectId))
    .map((contract) => ({ value: contract.id, label: contractText(contract) }));
}

/** The choices of the form: a contract that cannot be seen stays chosen. */
function contractOptions(contracts: readonly SelectOption[], chosen: StoredTerms | null) {
  const id = chosen?.contractId ?? null;
  const isSeen = id === null || contracts.some(({ value }) => value === id);
  return isSeen ? contracts : [...contracts, { value: id, label: "Contrat enregistré" }];
}

function termsTable(
  rows: readonly StoredTerms[],
  contracts: readonly SelectOption[],
  hrefOf: (id: string) => string,
): PageTable<StoredTerms> {
  return {
    table: "terms",
    fileName: "conditions.csv",
    caption: "Conditions datées",
    columns: [
      dateColumn("from", "À partir du", ({ from }) => from, {
        cell: ({ id, from }) => <a href={`${hrefOf(id)}#${TERMS_FORM.name}`}>{formatDay(from)}</a>,
      }),
      dateColumn("to", "Fin", ({ to }) => to ?? null, {
        cell: ({ to = null }) => to && formatDay(to),
      }),
      textColumn("kind", "Marché", ({ kind }) => KIND_LABELS[kind], { cell: ({ kind }) => kind }),
      textColumn("reference", "Contrat", ({ reference }) => reference, {
        cell: ({ reference, contractId }) => {
          const tied = contracts.find(({ value }) => value === contractId);
          return tied === undefined
            ? reference
            : <a href={links.contract(tied.value)}>{reference || tied.label}</a>;
        },
      }),
      textColumn("operator", "Exploitant", ({ operator }) => operator),
      numberColumn("nbKWh", "NB", ({ nbKWh }) => nbKWh, { unit: "kWh", most: 0 }),
      numberColumn("djuContract", "DJU", ({ djuContract }) => djuContract),
      numberColumn("areaM2", "Surface chauffée", ({ areaM2 }) => areaM2 ?? null, {
        unit: "m²",
        most: 2,
      }),
      numberColumn("targetTemp", "Cible", ({ targetTemp }) => targetTemp ?? null, {
        unit: "°C",
      }),
      bandColumn("saving", "Économie"),
      bandColumn("excess", "Excès"),
      numberColumn("neutralPct", "Zone neutre", ({ neutralPct }) => neutralPct, { unit: "%" }),
    ],
    rows,
  };
}

/** The bands of a share, each on a line. */
function bandColumn(field: "saving" | "excess", label: string): TableColumn<StoredTerms> {
  return textColumn(field, label, (terms) => bandLines(terms[field]).replaceAll("\n", ", "), {
    cell: (terms) =>
      bandLines(terms[field]).split("\n").map((band) => <div key={band}>{band}</div>),
    unbroken: true,
  });
}

function indexTable(
  rows: PriceIndexes["values"],
): PageTable<PriceIndexes["values"][number]> {
  return {
    table: "indexes",
    fileName: "indices.csv",
    caption: "Valeurs des indices",
    columns: [
      textColumn("index", "Indice", ({ indexName }) => indexName),
      dateColumn("month", "Mois", ({ month }) => month),
      textColumn("value", "Valeur", ({ value }) => value.replace(".", ","), {
        value: ({ value }) => Number(value),
      }),
      textColumn("origin", "Source", ({ origin }) => origin),
      dateColumn("published", "Publié le", ({ publishedOn = null }) => publishedOn, {
        cell: ({ publishedOn = null }) => publishedOn && formatDay(publishedOn),
      }),
      textColumn("enteredBy", "Saisi par", ({ enteredBy }) => enteredBy),
    ],
    rows,
  };
}

function pageForms(ctx: PageContext) {
  onlyRoomWriters(ctx);
  const at = roomAt(ctx);
  const { projectId, boilerRoomId } = at;
  const { call, sender } = ctx.state.api;
  return {
    [TERMS_FORM.name]: rowForm(TERMS_FORM, {
      create: (body) => call(SETTLEMENT_CALLS.createEnergyTerms, { ...at, body }),
      put: (termsId, body) => call(SETTLEMENT_CALLS.putEnergyTerms, { ...at, termsId, body }),
      remove: (termsId) => call(SETTLEMENT_CALLS.deleteEnergyTerms, { ...at, termsId }),
    }, {
      id: ctx.url.searchParams.get("terms"),
      done: links.energyTerms(projectId, boilerRoomId),
    }),
    [INDEXES_FORM.name]: save(
      INDEXES_FORM,
      sender(SETTLEMENT_CALLS.putPriceIndexes, { projectId }),
    ),
  };
}
