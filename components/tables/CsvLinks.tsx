import { EXPORT_CSV } from "../../lib/text/tables.ts";
import { Icon } from "../icons/Icon.tsx";

interface CsvLinksProps {
  /** Address of the file in each dialect of F §9. */
  semicolon: string;
  comma: string;
}

/** 'Exporter en CSV' in both dialects: every row kept by the filters, not the page shown. */
export function CsvLinks({ semicolon, comma }: CsvLinksProps) {
  return (
    <span class="row push">
      <a class="row" href={semicolon} download>
        <Icon name="download" small />
        {EXPORT_CSV}
      </a>
      <a href={comma} download>CSV à virgules</a>
    </span>
  );
}
