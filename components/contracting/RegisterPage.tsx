import type { ComponentChildren } from "preact";
import type { IconName } from "@/components/icons/Icon.tsx";
import { EmptyState } from "@/components/page/EmptyState.tsx";
import { type BackLink, PageTitle } from "@/components/page/PageTitle.tsx";
import type { TableColumn } from "@/components/tables/DataTable.tsx";
import { ListTable } from "@/components/tables/ListTable.tsx";
import { type FilterOption, filterOptions } from "@/lib/domain/tables/filter.ts";
import type { RegisterRules } from "@/lib/domain/tables/register.ts";
import type { SortValue } from "@/lib/domain/tables/sort.ts";
import type { TableState } from "@/lib/domain/tables/table_state.ts";

/** The list of a register, declared once: its page, search, sorts and file. */
export interface Register<Row> {
  readonly title: string;
  readonly path: string;
  readonly fileName: string;
  readonly columns: readonly RegisterColumn<Row>[];
  /** The column of the default order; the first one when omitted. */
  readonly order?: string;
  readonly filters: readonly RegisterFilter<Row>[];
  /** Searched texts. */
  words(row: Row): readonly string[];
  /** Noun of a row, for the count. */
  readonly noun: string;
  readonly nothing: string;
  readonly empty: { readonly title: string; readonly text?: string; readonly icon?: IconName };
}

export interface RegisterColumn<Row> extends TableColumn<Row> {
  /** Sort value; by default, the value in the file. */
  sort?(row: Row): SortValue;
}

interface RegisterFilter<Row> {
  readonly field: string;
  readonly label: string;
  value(row: Row): string;
  /** Text of a value; the value itself by default. */
  text?(value: string): string;
  /** Its options; by default, the values of the rows. */
  readonly options?: readonly FilterOption[];
}

/** Search, filter and sort rules of the rows of a register. */
export function rulesOf<Row>(
  { columns, order = columns[0]?.field ?? "", filters, words }: Register<Row>,
): RegisterRules<Row> {
  return {
    order: { field: order, direction: "asc" },
    words,
    filters: Object.fromEntries(filters.map(({ field, value }) => [field, value])),
    sorts: Object.fromEntries(
      columns.map(({ field, sort, value }) => [field, sort ?? ((row) => emptyLast(value?.(row)))]),
    ),
  };
}

function emptyLast(value: SortValue | undefined): SortValue {
  return value === undefined || value === "" ? null : value;
}

export interface RegisterRows<Row> {
  readonly all: readonly Row[];
  /** Rows that match the search and the filters, in order. */
  readonly kept: readonly Row[];
  readonly table: TableState;
}

interface RegisterPageProps<Row> extends RegisterTableProps<Row> {
  organisation: string;
  back?: BackLink | undefined;
  /** Link to add a row; null for a user who may only read. */
  add: { href: string; label: string } | null;
  children?: ComponentChildren;
}

/** The list of a register, with its search, filters, sort and file. */
export function RegisterPage<Row extends { readonly id: string }>(
  { organisation, back, add, children, ...list }: RegisterPageProps<Row>,
) {
  return (
    <>
      <PageTitle title={list.register.title} subtitle={organisation} back={back}>
        {add && <a class="button button-primary" href={add.href}>{add.label}</a>}
      </PageTitle>
      <RegisterTable {...list} />
      {children}
    </>
  );
}

interface RegisterTableProps<Row> extends RegisterRows<Row> {
  register: Register<Row>;
  /** The row whose form is on the page. */
  chosenId?: string | null;
}

/** The rows of a register without their page, or a message when there are none. */
export function RegisterTable<Row extends { readonly id: string }>(
  { register, all, kept, table, chosenId }: RegisterTableProps<Row>,
) {
  const { empty, filters, ...list } = register;
  if (all.length === 0) {
    return (
      <EmptyState title={empty.title} icon={empty.icon ?? "list"}>
        {empty.text && <p>{empty.text}</p>}
      </EmptyState>
    );
  }
  return (
    <ListTable
      {...list}
      state={table}
      kept={kept}
      filters={filters.map(({ value, text, ...filter }) => ({
        ...filter,
        options: filter.options ?? filterOptions(all, value, text),
      }))}
      order={rulesOf(register).order}
      allCount={all.length}
      rowKey={({ id }) => id}
      isCurrent={({ id }) => id === chosenId}
      icon="list"
    />
  );
}
