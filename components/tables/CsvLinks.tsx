import { Icon } from "@/components/icons/Icon.tsx";
import { EXPORT_COMMA_CSV, EXPORT_CSV } from "@/lib/text/format/tables.ts";

/** Address of the file of a table in each dialect of F §9. */
export interface CsvAddresses {
  semicolon: string;
  comma: string;
}

/** 'Exporter en CSV' in both dialects: every row kept by the filters, not the page shown. */
export function CsvLinks({ semicolon, comma }: CsvAddresses) {
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
