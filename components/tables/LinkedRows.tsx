import type { CsvSource } from "./CsvLinks.tsx";
import { DataTable, type TableColumn } from "./DataTable.tsx";

interface LinkedRowsProps<Row> {
  caption: string;
  /** The first column names the rows. */
  columns: readonly [TableColumn<Row>, ...TableColumn<Row>[]];
  rows: readonly Row[];
  /** Id of the one being edited. */
  chosenId: string | null;
  /** URL of the edit form; null for a user who may only read. */
  hrefOf: ((id: string) => string) | null;
  csv: CsvSource;
}

/** A list without pages, each row linked to its edit form, with its file. */
export function LinkedRows<Row extends { readonly id: string }>(
  { caption, columns: [name, ...others], rows, chosenId, hrefOf, csv }: LinkedRowsProps<Row>,
) {
  const first: TableColumn<Row> = hrefOf === null ? name : {
    ...name,
    cell: (row) => <a aria-current="false" href={hrefOf(row.id)}>{name.cell(row)}</a>,
  };
  return (
    <DataTable
      caption={caption}
      columns={[first, ...others]}
      rows={rows}
      rowKey={({ id }) => id}
      isCurrent={({ id }) => id === chosenId}
      csv={csv}
    />
  );
}
