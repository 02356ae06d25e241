import { Icon } from "@/components/icons/Icon.tsx";
import { tableFileLinks } from "@/lib/links/table_files.ts";
import { EXPORT_COMMA_CSV, EXPORT_CSV } from "@/lib/text/format/tables.ts";

/** Where the file of a table comes from. */
export interface CsvSource {
  /** Address of the page that shows the table, with its filters. */
  page: string | URL;
  /** Name of the table, where the page has several. */
  table?: string;
}

/** 'Exporter en CSV' in both dialects: every row that passes the filters, not the page shown. */
export function CsvLinks({ page, table }: CsvSource) {
  const { semicolon, comma } = tableFileLinks(page, table);
  return (
    <span class="row push small">
      <a class="row" href={semicolon} aria-current="false" download>
        <Icon name="download" small />
        {EXPORT_CSV}
      </a>
      <a href={comma} aria-current="false" download>{EXPORT_COMMA_CSV}</a>
    </span>
  );
}
