import { page } from "fresh";
import { PageTitle } from "../../components/page/PageTitle.tsx";
import { Status } from "../../components/page/Status.tsx";
import { DataTable, type TableColumn } from "../../components/tables/DataTable.tsx";
import type { JobState } from "../../lib/domain/platform/types.ts";
import { formatInstant } from "../../lib/text/dates.ts";
import { PAGE_NAMES, windowTitle } from "../../lib/text/pages.ts";
import { jobText } from "../../lib/text/platform.ts";
import { answered } from "../../lib/web/answered.ts";
import { define } from "../../lib/web/define.ts";

export const handler = define.handlers({
  async GET({ state }) {
    state.title = windowTitle(PAGE_NAMES.platformJobs);
    return page({ jobs: answered(await state.api.call("listJobs", {})) });
  },
});

const COLUMNS: readonly TableColumn<JobState>[] = [
  { field: "name", label: "Travail", cell: ({ name }) => jobText(name) },
  { field: "state", label: "État", cell: (job) => <JobStatus job={job} /> },
  {
    field: "started",
    label: "Dernier passage",
    cell: ({ startedAt }) => startedAt === null ? "Jamais" : formatInstant(startedAt),
  },
  {
    field: "next",
    label: "Prochain passage",
    cell: ({ nextAt }) => nextAt === null ? "Aucun" : formatInstant(nextAt),
  },
  {
    field: "error",
    label: "Dernière erreur",
    cell: ({ lastError, lastErrorAt }) =>
      lastError === null ? "Aucune" : `${formatInstant(lastErrorAt)}\u00A0: ${lastError}`,
  },
];

export default define.page<typeof handler>(({ data: { jobs } }) => (
  <>
    <PageTitle title={PAGE_NAMES.platformJobs} subtitle="Plateforme" />
    <DataTable
      caption="Travaux du programme"
      columns={COLUMNS}
      rows={jobs}
      rowKey={({ name }) => name}
    />
  </>
));

/** How the last run ended. */
function JobStatus({ job: { startedAt, endedAt, lastErrorAt } }: { job: JobState }) {
  if (startedAt === null) return <Status tone="info" label="Pas encore passé" />;
  if (endedAt === null) return <Status tone="info" label="En cours" />;
  return endedAt === lastErrorAt
    ? <Status tone="very-bad" label="En erreur" />
    : <Status tone="good" label="Terminé" />;
}
