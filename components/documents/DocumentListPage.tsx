import type { TableColumn } from "@/components/ui/DataTable.tsx";
import { PagedTable } from "@/components/ui/ListTable.tsx";
import { EmptyState, ListLinks, Notice, PageTitle, Status } from "@/components/ui/Page.tsx";
import { YearNavigator } from "@/components/ui/PeriodNavigator.tsx";
import { tickColumn } from "@/components/ui/columns.tsx";
import { type IsoDate, yearOf } from "@/lib/base/civil_dates.ts";
import { FIRST_YEAR, LAST_YEAR } from "@/lib/base/periods.ts";
import { DOCUMENT_LISTS, type DocumentList } from "@/lib/documents/document_states.ts";
import { DOCUMENT_RULES, isDefinitelyLate } from "@/lib/documents/due_dates.ts";
import {
  documentDayOf,
  documentFile,
  documentListForms,
  documentsOf,
  listOf,
  readDocumentPage,
  readRunningActions,
} from "@/lib/documents/pages.ts";
import type { DocumentChoices, DocumentRow, MassResult } from "@/lib/documents/schema.ts";
import {
  actionProgressText,
  actionText,
  DOCUMENT_LIST_EMPTY,
  DOCUMENT_LIST_LABELS,
  documentColumnTexts,
  documentListTitle,
  finalDueText,
  stateText,
} from "@/lib/documents/text.ts";
import { ticked } from "@/lib/ui/fields.ts";
import type { FormPage } from "@/lib/ui/form.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { readTableState, sortedOptions, writeFilters, writeTableState } from "@/lib/ui/tables.ts";
import { requestedDialect } from "@/lib/web/downloads.ts";
import { formRoute } from "@/lib/web/form_handlers.ts";
import type { PageContext } from "@/lib/web/state.ts";
import { MassActions, MassOutcome } from "./MassActions.tsx";
import { DecisionNotice, DocumentStateBadge } from "./document_state.tsx";

/** Handlers of a list of documents, of an organisation or of a residence. */
export const documentListHandlers = formRoute(readList, documentListForms, {
  path: ({ url }) => `${url.pathname}${url.search}`,
});

async function readList(ctx: PageContext) {
  const { state, url } = ctx;
  const { organisation, canWrite } = documentsOf(state);
  const place = listOf(state, ctx.params);
  const today = documentDayOf(state);
  const { name } = state.place?.project ?? organisation;
  state.title = [documentListTitle(place), name];
  const dialect = requestedDialect(url);
  if (dialect !== null) return await documentFile(ctx, place, dialect);
  const table = readTableState(url.searchParams);
  const [read, actions] = await Promise.all([
    readDocumentPage(ctx, place),
    readRunningActions(state),
  ]);
  const residence = state.place?.project ?? null;
  return { ...place, read, actions, table, canWrite, today, organisation, residence };
}

type DocumentListProps = Exclude<Awaited<ReturnType<typeof readList>>, Response> & {
  page: FormPage<MassResult>;
};

/** A list of documents, with links to the other lists and bulk actions. */
export function DocumentListPage(props: DocumentListProps) {
  const { list, year, read, actions, table, canWrite, today, organisation, residence } = props;
  const { shown, saved } = props.page;
  const hrefOf = (address: string, query = "") =>
    residence === null
      ? links.documentList(address, query)
      : links.residenceDocuments(residence.id, address, query);
  const path = hrefOf(list === "history" ? `history/${year}` : list);
  const isAwaited = list === "running" || list === "late";
  const hasActions = canWrite && isAwaited && read.rowCount > 0;
  const columns = documentColumns(list, today);
  const ticks = tickColumn<DocumentRow>({
    form: "documents-form",
    name: "documents",
    value: ({ id }) => id,
    label: ({ typedocName, projectName }) => `${typedocName}, ${projectName}`,
    chosen: ticked(shown?.values.documents ?? ""),
  });
  // The search also applies to the other lists.
  const filters = writeFilters(table.filters);
  return (
    <>
      <DecisionNotice saved={saved} />
      <PageTitle
        title={residence === null ? PAGES.documents.title : PAGES.residenceDocuments.title}
        subtitle={residence?.name ?? organisation.name}
        navigator={list === "history" &&
          (
            <YearNavigator
              year={year}
              firstYear={FIRST_YEAR}
              lastYear={LAST_YEAR}
              hrefOf={(one) => hrefOf(`history/${one}`, filters)}
            />
          )}
      />
      <ListLinks
        label="Listes de documents"
        links={DOCUMENT_LISTS.map((one) => ({
          href: hrefOf(one === "history" ? `history/${yearOf(today)}` : one, filters),
          text: DOCUMENT_LIST_LABELS[one],
          isShown: one === list,
        }))}
      />
      {actions.map((one) => (
        <Notice key={one.id} tone="info">
          <a href={links.documentAction(one.id)}>{actionText(one)}</a>&nbsp;:{" "}
          {actionProgressText(one)}.
        </Notice>
      ))}
      {!hasActions && shown?.report && <MassOutcome result={shown.report} />}
      {read.allCount === 0 ? <EmptyState title={DOCUMENT_LIST_EMPTY[list]} icon="check" /> : (
        <>
          <PagedTable
            path={path}
            state={table}
            order={DOCUMENT_RULES.order}
            hasSearch
            allCount={read.allCount}
            page={read}
            columns={canWrite && isAwaited ? [...columns, ticks] : columns}
            filters={filtersOf(read.choices, residence === null)}
            noun="document"
            nothing="Aucun document trouvé"
            icon="list"
          />
          {hasActions && (
            <>
              <MassActions
                action={hrefOf(list, writeTableState(table))}
                count={read.rowCount}
                shown={shown}
              />
            </>
          )}
        </>
      )}
    </>
  );
}

function filtersOf(
  { typedoc, project, equipment, provider, state }: DocumentChoices,
  ofOrganisation: boolean,
) {
  const names = new Map(equipment.map(({ id, name }) => [id, name]));
  const equipments = sortedOptions([...names.keys()], (id) => names.get(id) ?? id);
  return [
    { field: "typedoc", label: "Document", options: sortedOptions(typedoc) },
    ofOrganisation
      ? { field: "project", label: "Résidence", options: sortedOptions(project) }
      : { field: "equipment", label: "Équipement", options: equipments },
    { field: "provider", label: "Prestataire", options: sortedOptions(provider) },
    { field: "state", label: "État", options: sortedOptions(state, stateText) },
  ].filter(({ options }) => options.length > 1);
}

type Column = TableColumn<DocumentRow>;

function documentColumns(list: DocumentList, today: IsoDate): readonly Column[] {
  const shown = shownOn(today);
  return documentColumnTexts(list, today).map((column) => ({
    ...column,
    cell: column.value,
    ...shown[column.field],
  }));
}

/** Page renderings of columns, when they differ from the text. */
function shownOn(today: IsoDate): Readonly<Record<string, Partial<Column>>> {
  return {
    typedoc: {
      cell: ({ id, requestId, typedocName }) => (
        <a href={links.document(requestId, id)}>{typedocName}</a>
      ),
    },
    deadline: { unbroken: true, verdict: true },
    uploadDate: { unbroken: true },
    state: { cell: ({ state }) => <DocumentStateBadge state={state} /> },
    late: { number: true, sortable: false },
    finalDueDate: {
      sortable: false,
      cell: (row) =>
        isDefinitelyLate(row, today)
          ? <Status tone="very-bad" label={finalDueText(row, today)} />
          : finalDueText(row, today),
    },
  };
}
