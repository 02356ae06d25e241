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

/** The list of a register, declared once: its page, its search, its sorts and its file. */
export interface Register<Row> {
  readonly title: string;
  readonly path: string;
  readonly fileName: string;
  readonly columns: readonly RegisterColumn<Row>[];
  /** The column of the default order; the first one when omitted. */
  readonly order?: string;
  readonly filters: readonly RegisterFilter<Row>[];
  /** What is searched. */
  words(row: Row): readonly string[];
  /** What a row is, for the count. */
  readonly noun: string;
  readonly nothing: string;
  readonly empty: { readonly title: string; readonly text?: string; readonly icon?: IconName };
}

export interface RegisterColumn<Row> extends TableColumn<Row> {
  /** What it is sorted by, when not by what a file holds. */
  sort?(row: Row): SortValue;
}

interface RegisterFilter<Row> {
  readonly field: string;
  readonly label: string;
  value(row: Row): string;
  /** How a value is read; as it is when omitted. */
  text?(value: string): string;
  /** Its choices, when not the values that the rows hold. */
  readonly options?: readonly FilterOption[];
}

/** How the rows of a register are searched, filtered and sorted. */
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
  /** Those that the search and the filters keep, in order. */
  readonly kept: readonly Row[];
  readonly table: TableState;
}

interface RegisterPageProps<Row> extends RegisterTableProps<Row> {
  organisation: string;
  back?: BackLink | undefined;
  /** Where something is added; null for a user who only reads. */
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
  /** The row whose form the page shows. */
  chosenId?: string | null;
}

/** The rows of a register without their page, or why there are none. */
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
