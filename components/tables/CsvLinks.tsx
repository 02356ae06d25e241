import { Icon } from "@/components/icons/Icon.tsx";
import { tableFileLinks } from "@/lib/links/table_files.ts";
import { EXPORT_COMMA_CSV, EXPORT_CSV } from "@/lib/text/format/tables.ts";

/** Source of the file of a table. */
export interface CsvSource {
  /** URL of the page with the table, with its filters. */
  page: string | URL;
  /** Name of the table, when the page has several. */
  table?: string;
}

/** 'Exporter en CSV' in both dialects: every row that matches the filters, not only the page shown. */
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
