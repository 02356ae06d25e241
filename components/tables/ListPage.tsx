import type { ComponentChildren } from "preact";
import { type BackLink, PageTitle } from "@/components/page/Page.tsx";
import type { ListRows } from "./list.ts";
import { ListTable } from "./ListTable.tsx";

interface ListPageProps<Row> extends ListRows<Row> {
  organisation: string;
  back?: BackLink | undefined;
  /** Link to add a row; null for a user who may only read. */
  add: { href: string; label: string } | null;
  children?: ComponentChildren;
}

/** A page with a list alone. */
export function ListPage<Row>({ organisation, back, add, children, ...rows }: ListPageProps<Row>) {
  return (
    <>
      <PageTitle title={rows.list.title} subtitle={organisation} back={back}>
        {add && <a class="button button-primary" href={add.href}>{add.label}</a>}
      </PageTitle>
      <ListTable {...rows} />
      {children}
    </>
  );
}
