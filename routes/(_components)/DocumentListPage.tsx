import { DecisionNotice } from "@/components/contracting/DecisionNotice.tsx";
import { DocumentStateBadge } from "@/components/contracting/DocumentStateBadge.tsx";
import { MassActions, MassOutcome } from "@/components/contracting/MassActions.tsx";
import { ListLinks } from "@/components/page/ListLinks.tsx";
import { EmptyState, Notice, PageTitle, Status } from "@/components/page/Page.tsx";
import { YearNavigator } from "@/components/periods/YearNavigator.tsx";
import { tickColumn } from "@/components/tables/columns.tsx";
import type { TableColumn } from "@/components/tables/DataTable.tsx";
import { PagedTable } from "@/components/tables/ListTable.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import {
  DOCUMENT_LISTS,
  type DocumentList,
  isDefinitelyLate,
} from "@/lib/domain/contracting/document_lists.ts";
import { DOCUMENT_RULES } from "@/lib/domain/contracting/document_table.ts";
import type { DocumentChoices, DocumentRow, MassResult } from "@/lib/domain/contracting/types.ts";
import { type IsoDate, yearOf } from "@/lib/domain/periods/civil_dates.ts";
import { FIRST_YEAR, LAST_YEAR } from "@/lib/domain/periods/period.ts";
import { sortedOptions } from "@/lib/domain/tables/filter.ts";
import { readTableState, writeFilters, writeTableState } from "@/lib/domain/tables/table_state.ts";
import { ticked } from "@/lib/forms/fields.ts";
import type { ShownForm } from "@/lib/forms/form.ts";
import { links, PAGE_NAMES, SAVED_PARAMETER, windowTitle } from "@/lib/links/links.ts";
import { documentDayOf, documentsOf } from "@/lib/pages/contracting/contracting_page.ts";
import {
  documentFile,
  listOf,
  readDocumentPage,
  readRunningActions,
} from "@/lib/pages/contracting/document_list_page.ts";
import { documentListForms } from "@/lib/pages/contracting/document_saves.ts";
import { documentColumnTexts } from "@/lib/text/contracting/document_columns.ts";
import {
  actionProgressText,
  actionText,
  DOCUMENT_LIST_EMPTY,
  DOCUMENT_LIST_LABELS,
  documentListTitle,
  finalDueText,
  stateText,
} from "@/lib/text/contracting/documents.ts";
import { requestedDialect } from "@/lib/web/files/table_file.ts";
import { formHandlers } from "@/lib/web/forms/submit_forms.ts";
import type { PageContext } from "@/lib/web/state.ts";

type Shown = ShownForm<MassResult> | null;

/** Handlers of a list of documents, of an organisation or of a residence. */
export const documentListHandlers = formHandlers(readList, documentListForms, {
  path: ({ url }) => `${url.pathname}${url.search}`,
});

async function readList(ctx: PageContext) {
  const { state, url } = ctx;
  const { organisation, canWrite } = documentsOf(state);
  const place = listOf(state, ctx.params);
  const today = documentDayOf(state);
  const { name } = state.place?.project ?? organisation;
  state.title = windowTitle(documentListTitle(place), name);
  const dialect = requestedDialect(url);
  if (dialect !== null) return await documentFile(ctx, place, dialect);
  const table = readTableState(url.searchParams);
  const [read, actions] = await Promise.all([
    readDocumentPage(ctx, place),
    readRunningActions(state),
  ]);
  const residence = state.place?.project ?? null;
  const saved = url.searchParams.get(SAVED_PARAMETER);
  return { ...place, read, actions, table, canWrite, today, organisation, residence, saved };
}

type DocumentListProps = Exclude<Awaited<ReturnType<typeof readList>>, Response> & { shown: Shown };

/** A list of documents, with links to the other lists and bulk actions. */
export function DocumentListPage(props: DocumentListProps) {
  const { list, year, read, actions, table, shown, canWrite, today, organisation, residence } =
    props;
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
      <DecisionNotice saved={props.saved} />
      <PageTitle
        title={residence === null ? PAGE_NAMES.documents : PAGE_NAMES.residenceDocuments}
        subtitle={residence?.name ?? organisation.name}
        back={residence === null
          ? undefined
          : { href: links.residence(residence.id), label: residence.name }}
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
              <UnsavedGuard />
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
    deadline: { unbroken: true },
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
