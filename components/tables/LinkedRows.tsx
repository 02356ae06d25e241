import type { CsvSource } from "./CsvLinks.tsx";
import { DataTable, type TableColumn } from "./DataTable.tsx";

interface LinkedRowsProps<Row> {
  caption: string;
  /** The first one names the rows. */
  columns: readonly [TableColumn<Row>, ...TableColumn<Row>[]];
  rows: readonly Row[];
  /** The one being changed. */
  chosenId: string | null;
  /** Where one is changed; null for a user who only reads. */
  hrefOf: ((id: string) => string) | null;
  csv: CsvSource;
}

/** A list shown whole, each row leading to where it is changed, with its file. */
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
