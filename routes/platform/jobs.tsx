import { statusColumn, textColumn } from "@/components/ui/columns.tsx";
import { PageTables, type TableColumn } from "@/components/ui/DataTable.tsx";
import { Notice, PageTitle, type StatusProps } from "@/components/ui/Page.tsx";
import { formatInstant } from "@/lib/base/date_format.ts";
import { PLATFORM_CALLS } from "@/lib/platform/calls.ts";
import type { JobState } from "@/lib/platform/schema.ts";
import { jobErrorText, jobText, mqttText } from "@/lib/platform/text.ts";
import { tableFile } from "@/lib/web/downloads.ts";
import { define, page } from "@/lib/web/state.ts";

export const handler = define.handlers({
  async GET({ state, url }) {
    const table = {
      fileName: "travaux.csv",
      caption: "Tâches du programme",
      columns: COLUMNS,
      rows: await state.api.read(PLATFORM_CALLS.listJobs, {}),
    };
    const mqtt = await state.api.read(PLATFORM_CALLS.getMqttState, {});
    return tableFile(url, table) ?? page({ table, mqtt });
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

export default define.page<typeof handler>(({ data: { table, mqtt }, url }) => (
  <>
    <PageTitle subtitle="Plateforme" />
    {mqtt && (
      <Notice
        tone={mqtt.connectedAt === null ? "bad" : "info"}
        title={`Courtier MQTT ${mqtt.host}`}
      >
        <p>{mqttText(mqtt)}</p>
      </Notice>
    )}
    <PageTables tables={[table]} url={url} />
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
