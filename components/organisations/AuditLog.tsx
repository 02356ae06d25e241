import type { ComponentChildren } from "preact";
import { DataTable, type TableColumn } from "@/components/ui/DataTable.tsx";
import type { AuditEntry, AuditPage } from "@/lib/organisations/schema.ts";
import { withMore } from "@/lib/ui/query.ts";

interface AuditLogProps {
  log: AuditPage;
  isFirst: boolean;
  caption: string;
  columns: readonly TableColumn<AuditEntry>[];
  /** Address of its most recent lines. */
  path: string;
  /** Shown without lines. */
  empty: ComponentChildren;
  /** Links to its files. */
  children: ComponentChildren;
}

/** A part of an audit log, with links to its most recent lines and to older ones. */
export function AuditLog({ log, isFirst, caption, columns, path, empty, children }: AuditLogProps) {
  return (
    <>
      {log.entries.length === 0
        ? empty
        : <DataTable caption={caption} columns={columns} rows={log.entries} />}
      <div class="table-foot">
        {!isFirst && <a href={path}>Lignes les plus récentes</a>}
        {log.next !== null && (
          <a href={withMore(path, `after=${log.next}`)} aria-current="false">
            Lignes plus anciennes
          </a>
        )}
        {children}
      </div>
    </>
  );
}
