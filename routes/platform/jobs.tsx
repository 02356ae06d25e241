import { page } from "fresh";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import type { StatusProps } from "@/components/page/Status.tsx";
import { DataTable, type TableColumn } from "@/components/tables/DataTable.tsx";
import { statusColumn } from "@/components/tables/status_column.tsx";
import { textColumn } from "@/components/tables/text_column.ts";
import type { JobState } from "@/lib/domain/platform/types.ts";
import { formatInstant } from "@/lib/text/format/dates.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { jobErrorText, jobText } from "@/lib/text/platform.ts";
import { define } from "@/lib/web/state.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";

export const handler = define.handlers({
  async GET({ state, url }) {
    state.title = windowTitle(PAGE_NAMES.platformJobs);
    const jobs = await state.api.read("listJobs", {});
    return tableFile(url, { fileName: "travaux.csv", columns: COLUMNS, rows: jobs }) ??
      page({ jobs });
  },
});

const COLUMNS: readonly TableColumn<JobState>[] = [
  textColumn("name", "Travail", ({ name }) => jobText(name)),
  statusColumn("state", "État", lastRun),
  textColumn(
    "started",
    "Dernier passage",
    ({ startedAt }) => startedAt === null ? "Jamais" : formatInstant(startedAt),
  ),
  textColumn(
    "next",
    "Prochain passage",
    ({ nextAt }) => nextAt === null ? "Aucun" : formatInstant(nextAt),
  ),
  textColumn(
    "error",
    "Dernière erreur",
    ({ lastError, lastErrorAt }) =>
      lastError === null
        ? "Aucune"
        : `${formatInstant(lastErrorAt)}\u00A0: ${jobErrorText(lastError)}`,
  ),
];

export default define.page<typeof handler>(({ data: { jobs }, url }) => (
  <>
    <PageTitle title={PAGE_NAMES.platformJobs} subtitle="Plateforme" />
    <DataTable
      caption="Travaux du programme"
      columns={COLUMNS}
      rows={jobs}
      rowKey={({ name }) => name}
      csv={{ page: url }}
    />
  </>
));

function lastRun(
  { startedAt, endedAt, lastErrorAt, isInterrupted, isSlow }: JobState,
): StatusProps {
  if (startedAt === null) return { tone: "info", label: "Pas encore passé" };
  if (isInterrupted) return { tone: "bad", label: "Interrompu" };
  if (endedAt === null) {
    return isSlow
      ? { tone: "bad", label: "En cours, plus long que son intervalle" }
      : { tone: "info", label: "En cours" };
  }
  if (endedAt === lastErrorAt) return { tone: "very-bad", label: "En erreur" };
  return isSlow
    ? { tone: "bad", label: "Terminé, plus long que son intervalle" }
    : { tone: "good", label: "Terminé" };
}
