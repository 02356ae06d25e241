import { namedOptions } from "@/components/forms/form_fields.ts";
import { SelectField } from "@/components/forms/SelectField.tsx";
import { TextField } from "@/components/forms/TextField.tsx";
import { EmptyState, PageTitle } from "@/components/page/Page.tsx";
import { dateColumn, fileColumn, textColumn } from "@/components/tables/columns.tsx";
import type { TableColumn } from "@/components/tables/DataTable.tsx";
import { CsvLinks } from "@/components/tables/TableFoot.tsx";
import { ShowAll } from "@/components/tables/TableTools.tsx";
import { auditActionText } from "@/lib/contract/audit_text.ts";
import { AUDIT_AREAS } from "@/lib/contract/calls/audit.ts";
import type { Input } from "@/lib/contract/catalogue.ts";
import { isEmail } from "@/lib/domain/forms/email.ts";
import type { AuditEntry, User } from "@/lib/domain/organisations/types.ts";
import { isIsoDate } from "@/lib/domain/periods/civil_dates.ts";
import { links, PAGE_NAMES, windowTitle } from "@/lib/links/links.ts";
import { auditAuthors, auditPageOf } from "@/lib/pages/organisations/audit_lines.ts";
import { areaLabel } from "@/lib/text/api.ts";
import { formatInstant } from "@/lib/text/format/dates.ts";
import { ALL_LABEL } from "@/lib/text/format/tables.ts";
import { auditPersonText, auditSubjectText } from "@/lib/text/organisations/audit.ts";
import { personText } from "@/lib/text/organisations/organisations.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";
import { administered, define, page } from "@/lib/web/state.ts";
import { AuditLog } from "@/routes/(_components)/AuditLog.tsx";

const AREAS = AUDIT_AREAS.map((area) => ({ value: area, label: areaLabel(area) }));

export const handler = define.handlers({
  async GET({ state, url }) {
    const organisation = administered(state);
    const { id: orgId } = organisation;
    state.title = windowTitle(PAGE_NAMES.audit, organisation.name);
    const filters = readAuditFilters(url.searchParams);
    const filtered = auditQuery(orgId, filters);
    const [{ log, isFirst, pages }, users, residences] = await Promise.all([
      auditPageOf(url, (after) => state.api.read("getAudit", { ...filtered, after })),
      state.api.read("listOrgUsers", { orgId }),
      state.api.read("listProjects", { orgId }),
    ]);
    const columns = columnsOf(new Map(residences.map(({ id, name }) => [id, name])));
    const file = { fileName: "journal.csv", columns, rows: pages };
    return tableFile(url, file) ?? page({
      organisation,
      filters,
      log,
      isFirst,
      people: auditAuthors(users, log.entries, filters.email),
      residences,
      columns,
    });
  },
});

export default define.page<typeof handler>(({ data }) => {
  const { organisation, filters, log, isFirst, people, residences, columns } = data;
  const query = writeAuditFilters(filters);
  const path = links.audit(query);
  return (
    <>
      <PageTitle title={PAGE_NAMES.audit} subtitle={organisation.name} />
      <div class="table-block">
        <AuditTools filters={filters} people={people} residences={residences} />
        <AuditLog
          log={log}
          isFirst={isFirst}
          caption="Qui a modifié quoi, du plus récent au plus ancien"
          columns={columns}
          path={path}
          empty={
            <EmptyState title="Aucune modification">
              <p>
                {log.next === null
                  ? "Rien n’a été modifié dans cette période, ou par cette personne."
                  : "Aucune ligne dans les plus récentes\u00A0: continuez vers les plus anciennes."}
              </p>
            </EmptyState>
          }
        >
          <CsvLinks page={path} />
        </AuditLog>
      </div>
    </>
  );
});

function columnsOf(residences: ReadonlyMap<string, string>): TableColumn<AuditEntry>[] {
  return [
    fileColumn("Date (UTC)", ({ at }) => at),
    dateColumn("at", "Quand", ({ at }) => formatInstant(at), { header: "Date (Paris)" }),
    textColumn("email", "Qui", ({ email }) => auditPersonText(email)),
    textColumn("action", "Modification", ({ action }) => auditActionText(action)),
    textColumn("subject", "Élément", ({ action, subject }) => auditSubjectText(action, subject)),
    textColumn("residence", "Résidence", ({ projectId }) => residences.get(projectId ?? "") ?? ""),
  ];
}

type AuditFilters = ReturnType<typeof readAuditFilters>;

/** Reads the filters of a URL; invalid ones are ignored. */
function readAuditFilters(query: URLSearchParams) {
  const text = (name: string) => query.get(name)?.trim() ?? "";
  const day = (name: string) => isIsoDate(text(name)) ? text(name) : "";
  return {
    from: day("from"),
    to: day("to"),
    email: isEmail(text("email")) ? text("email") : "",
    area: AUDIT_AREAS.find((area) => area === text("area")) ?? "" as const,
    residence: text("residence").slice(0, 100),
  };
}

function writeAuditFilters(filters: AuditFilters): string {
  const given = Object.entries(filters).filter(([, value]) => value !== "");
  return new URLSearchParams(given).toString();
}

function auditQuery(orgId: string, filters: AuditFilters): Input<"getAudit"> {
  const { from, to, email, area, residence } = filters;
  return {
    orgId,
    from: from || undefined,
    to: to || undefined,
    email: email || undefined,
    area: area || undefined,
    residence: residence || undefined,
  };
}

interface AuditToolsProps {
  filters: AuditFilters;
  people: readonly User[];
  residences: readonly { id: string; name: string }[];
}

/** The filters of the audit log: a GET form, so the choice is in the URL. */
function AuditTools({ filters, people, residences }: AuditToolsProps) {
  const isFiltered = Object.values(filters).some((value) => value !== "");
  return (
    <form class="table-tools" method="get" action={links.audit()} role="search" autocomplete="off">
      <TextField name="from" label="Du" type="date" value={filters.from} />
      <TextField name="to" label="Au" type="date" value={filters.to} />
      <SelectField
        name="email"
        label="Personne"
        value={filters.email}
        options={people.map((person) => ({ value: person.email, label: personText(person) }))}
        empty={ALL_LABEL}
      />
      <SelectField
        name="area"
        label="Sujet"
        value={filters.area}
        options={AREAS}
        empty={ALL_LABEL}
      />
      <SelectField
        name="residence"
        label="Résidence"
        value={filters.residence}
        options={namedOptions(residences)}
        empty={ALL_LABEL}
      />
      <button type="submit" class="button">Filtrer</button>
      {isFiltered && <ShowAll path={links.audit()} />}
    </form>
  );
}
