/** A list with its search, filters and table, alone or as a page. @module */

import type { ComponentChildren, ComponentProps } from "preact";
import { countText, formatNumber } from "@/lib/base/text_format.ts";
import { PAGE_SIZE, paginated, type TablePage } from "@/lib/ui/pagination.ts";
import { SEARCH_FILTER } from "@/lib/ui/search.ts";
import {
  ALL_OPTION,
  type FilterOption,
  filterOptions,
  type TableSort,
  type TableState,
} from "@/lib/ui/tables.ts";
import { ALL_LABEL } from "@/lib/ui/text_tables.ts";
import { DataTable, TableFoot } from "./DataTable.tsx";
import { FormSection } from "./FormBox.tsx";
import type { FormContent } from "./FormFields.tsx";
import { Icon, type IconName } from "./Icon.tsx";
import { type List, type ListRows, rulesOf } from "./list.ts";
import { EmptyState, PageTitle } from "./Page.tsx";
import { Options } from "./SelectField.tsx";

interface FilterSelectProps {
  field: string;
  label: string;
  options: readonly FilterOption[];
  chosen: string | undefined;
  /** Label of the option without filter. */
  all?: string | undefined;
}

/** A filter on one column; its first option, Tous, does not filter (F §2). */
export function FilterSelect(props: FilterSelectProps) {
  const { field, label, options, chosen = ALL_OPTION, all = ALL_LABEL } = props;
  const id = `filter-${field}`;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select class="input" id={id} name={`filter:${field}`}>
        <option value={ALL_OPTION}>{all}</option>
        <Options options={options} chosen={chosen} />
      </select>
    </div>
  );
}

interface TableToolsProps {
  path: string;
  state: TableState;
  hasSearch?: boolean;
  /** Other parameters of the URL, which are kept. */
  parameters?: Readonly<Record<string, string>> | undefined;
  /** Filters, as `FilterSelect`. */
  children?: ComponentChildren;
}

/**
 * Search and filters above a table: a GET form, so the choice is in the URL (F §2).
 *
 * Not restored by the browser on Back: the fields would show other filters than those of the rows.
 */
export function TableTools(
  { path, state, hasSearch = false, parameters = {}, children }: TableToolsProps,
) {
  const { sort, filters } = state;
  return (
    <form class="table-tools" method="get" action={path} role="search" autocomplete="off">
      {hasSearch && (
        <div class="field">
          <label for="filter-search">Rechercher</label>
          <input
            class="input"
            type="search"
            id="filter-search"
            name={`filter:${SEARCH_FILTER}`}
            value={filters[SEARCH_FILTER] ?? ""}
          />
        </div>
      )}
      {children}
      {Object.entries(parameters).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {sort && <input type="hidden" name="sort" value={`${sort.field}:${sort.direction}`} />}
      <button type="submit" class="button">Filtrer</button>
      {Object.keys(filters).length > 0 && <ShowAll path={path} />}
    </form>
  );
}

/** Link to the table without its filters. */
export function ShowAll({ path }: { path: string }) {
  return (
    <a class="button button-plain" href={path} aria-current="false">
      <Icon name="error" small />
      Tout afficher
    </a>
  );
}

interface ListTableProps<Row> extends ListRows<Row> {
  chosen?: Row | null;
  children?: ComponentChildren;
}

/** A list, or a message when it has no rows. */
export function ListTable<Row>(
  { list, all, filtered: parameters, table, chosen = null, children }: ListTableProps<Row>,
) {
  const { empty, filters = [], foot, icon = "list", pageSize = PAGE_SIZE, words, ...shown } = list;
  if (all.length === 0) {
    return <EmptyState {...empty} />;
  }
  const shownFilters = filters.map(({ value, text, ...filter }) => ({
    ...filter,
    options: filter.options ?? filterOptions(all, value, text),
  }));
  return (
    <PagedTable
      {...shown}
      state={table}
      hasSearch={words !== undefined}
      order={rulesOf(list).order}
      allCount={all.length}
      page={paginated(parameters, table.page, pageSize)}
      filters={shownFilters.filter(({ options, least = 1 }) => options.length >= least)}
      isCurrent={(row) => row === chosen}
      icon={icon}
      foot={foot?.(parameters)}
    >
      {children}
    </PagedTable>
  );
}

interface PagedTableProps<Row>
  extends Pick<List<Row>, "path" | "caption" | "columns" | "noun" | "nouns" | "nothing" | "wide"> {
  state: TableState;
  hasSearch: boolean;
  order: TableSort;
  /** Number of rows before the filters. */
  allCount: number;
  page: TablePage<Row>;
  isCurrent?: (row: Row) => boolean;
  filters: readonly Omit<FilterSelectProps, "chosen">[];
  icon: IconName;
  foot?: ComponentChildren;
  children?: ComponentChildren;
}

/** A list of one page of rows: search, filters, sort, pages, exports (F §2 "Tables"). */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { path, state, filters, page, nothing, icon } = props;
  return (
    <div class="table-block">
      {(props.hasSearch || filters.length > 0) && (
        <TableTools path={path} state={state} hasSearch={props.hasSearch}>
          {filters.map((filter) => (
            <FilterSelect key={filter.field} {...filter} chosen={state.filters[filter.field]} />
          ))}
        </TableTools>
      )}
      {page.rowCount > 0 ? <FilteredRows {...props} /> : (
        <EmptyState title={nothing} icon={icon}>
          <p>
            Aucune ligne ne correspond à ces filtres. Choisissez « Tous » pour les revoir toutes.
          </p>
          <a class="button" href={path} aria-current="false">Tout afficher</a>
        </EmptyState>
      )}
      {props.children}
    </div>
  );
}

function FilteredRows<Row>(props: PagedTableProps<Row>) {
  const { path, state, order, allCount, page, noun, nouns } = props;
  const count = countText(page.rowCount, noun, nouns);
  const counted = page.rowCount === allCount ? count : `${count} sur ${formatNumber(allCount, 0)}`;
  return (
    <>
      <DataTable
        caption={props.caption ?? counted}
        columns={props.columns}
        rows={page.rows}
        {...props.isCurrent && { isCurrent: props.isCurrent }}
        sorting={{ path, state: { ...state, sort: state.sort ?? order } }}
        wide={props.wide}
        foot={props.foot}
      />
      <TableFoot path={path} state={state} page={page} />
    </>
  );
}

/** The form that adds a row, under its list. */
interface NewRow<Name extends string, Stored>
  extends Pick<ComponentProps<typeof FormSection<Name, Stored>>, "form" | "page" | "shows"> {
  /** Of the button and of the section. */
  label: string;
  /** Renders the form; columns of fields by default. */
  content?(content: FormContent<Name>): ComponentChildren;
}

interface ListPageProps<Row, Name extends string, Stored> extends ListRows<Row> {
  organisation: string;
  /** What adds a row, another page or a form under the list, for a user who may. */
  add?: { href: string; label: string } | NewRow<Name, Stored> | false;
  children?: ComponentChildren;
}

/** A page with a list alone, or with the form that adds a row. */
export function ListPage<Row, Name extends string = string, Stored = unknown>(
  { organisation, add, children, ...rows }: ListPageProps<Row, Name, Stored>,
) {
  return (
    <>
      <PageTitle subtitle={organisation}>
        {add && (
          <a class="button button-primary" href={"href" in add ? add.href : "#new"}>{add.label}</a>
        )}
      </PageTitle>
      <ListTable {...rows} />
      {add && "form" in add && <NewRowSection {...add} />}
      {children}
    </>
  );
}

function NewRowSection<Name extends string, Stored>(
  { label, content, ...form }: NewRow<Name, Stored>,
) {
  return (
    <FormSection
      id="new"
      title={label}
      submit="Ajouter"
      {...form}
      {...content && { children: content }}
    />
  );
}
