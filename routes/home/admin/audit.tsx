import { AuditLog } from "@/components/organisations/AuditLog.tsx";
import { dateColumn, fileColumn, textColumn } from "@/components/ui/columns.tsx";
import { CsvLinks, type TableColumn } from "@/components/ui/DataTable.tsx";
import { ShowAll } from "@/components/ui/ListTable.tsx";
import { EmptyState, PageTitle } from "@/components/ui/Page.tsx";
import { namedOptions, SelectField } from "@/components/ui/SelectField.tsx";
import { TextField } from "@/components/ui/TextField.tsx";
import { areaLabel, auditActionText } from "@/lib/app/catalogue.ts";
import { isIsoDate } from "@/lib/base/civil_dates.ts";
import { formatInstant } from "@/lib/base/date_format.ts";
import { isEmail } from "@/lib/base/typed_formats.ts";
import type { User } from "@/lib/identity/schema.ts";
import {
  auditAuthors,
  auditPageOf,
  auditPersonText,
  auditSubjectText,
} from "@/lib/organisations/audit_pages.ts";
import { type Input, ORGANISATIONS_CALLS } from "@/lib/organisations/calls.ts";
import { AUDIT_AREAS, type AuditEntry } from "@/lib/organisations/schema.ts";
import { personText } from "@/lib/organisations/text.ts";
import { PROJECTS_CALLS } from "@/lib/residences/calls.ts";
import { links } from "@/lib/ui/links.ts";
import { ALL_LABEL } from "@/lib/ui/text_tables.ts";
import { tableFile } from "@/lib/web/downloads.ts";
import { administered, define, page } from "@/lib/web/state.ts";

const AREAS = AUDIT_AREAS.map((area) => ({ value: area, label: areaLabel(area) }));

export const handler = define.handlers({
  async GET({ state, url }) {
    const { id: orgId } = administered(state);
    const filters = readAuditFilters(url.searchParams);
    const filtered = auditQuery(orgId, filters);
    const [{ log, isFirst, pages }, users, residences] = await Promise.all([
      auditPageOf(
        url,
        (after) => state.api.read(ORGANISATIONS_CALLS.getAudit, { ...filtered, after }),
      ),
      state.api.read(ORGANISATIONS_CALLS.listOrgUsers, { orgId }),
      state.api.read(PROJECTS_CALLS.listProjects, { orgId }),
    ]);
    const columns = columnsOf(new Map(residences.map(({ id, name }) => [id, name])));
    const file = { fileName: "journal.csv", columns, rows: pages };
    return tableFile(url, file) ?? page({
      filters,
      log,
      isFirst,
      people: auditAuthors(users, log.entries, filters.email),
      residences,
      columns,
    });
  },
});

export default define.page<typeof handler>(({ data, state }) => {
  const { filters, log, isFirst, people, residences, columns } = data;
  const query = writeAuditFilters(filters);
  const path = links.audit(query);
  return (
    <>
      <PageTitle subtitle={administered(state).name} />
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
  const entries = Object.entries(filters).filter(([, value]) => value !== "");
  return new URLSearchParams(entries).toString();
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
