import type { ComponentChildren } from "preact";
import { EmptyState } from "@/components/page/EmptyState.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import type { TableColumn } from "@/components/tables/DataTable.tsx";
import { type ListFilter, ListTable } from "@/components/tables/ListTable.tsx";
import { PAGE_SIZE } from "@/lib/domain/tables/paginate.ts";
import type { RegisterRules } from "@/lib/domain/tables/register.ts";
import type { TableState } from "@/lib/domain/tables/table_state.ts";

/** The rows of a register as its page shows them. */
export interface RegisterRows<Row> {
  readonly all: readonly Row[];
  /** Those that the search and the filters keep, in order. */
  readonly kept: readonly Row[];
  readonly state: TableState;
}

/** What the page of a register says. */
interface RegisterPageProps<Row> extends RegisterRows<Row> {
  title: string;
  organisation: string;
  path: string;
  rules: RegisterRules<Row>;
  columns: readonly TableColumn<Row>[];
  filters: readonly ListFilter[];
  /** What a row is, for the count. */
  noun: string;
  nothing: string;
  empty: { title: string; text: string };
  /** Where something is added; null for a user who only reads. */
  add: { href: string; label: string } | null;
  children?: ComponentChildren;
}

/** The list of a register, with its search, filters, sort and file. */
export function RegisterPage<Row extends { readonly id: string }>(props: RegisterPageProps<Row>) {
  const { title, organisation, path, rules, all, add, empty, children, ...list } = props;
  return (
    <>
      <PageTitle title={title} subtitle={organisation}>
        {add && <a class="button button-primary" href={add.href}>{add.label}</a>}
      </PageTitle>
      {all.length === 0
        ? (
          <EmptyState title={empty.title} icon="list">
            <p>{empty.text}</p>
          </EmptyState>
        )
        : (
          <ListTable
            {...list}
            path={path}
            order={rules.order}
            allCount={all.length}
            rowKey={({ id }) => id}
            pageSize={PAGE_SIZE}
            icon="list"
          />
        )}
      {children}
    </>
  );
}
