import { SilenceStatus } from "@/components/portfolio/AttentionCards.tsx";
import { linkColumn } from "@/components/ui/columns.tsx";
import type { List } from "@/components/ui/list.ts";
import { ListPage } from "@/components/ui/ListTable.tsx";
import { readList } from "@/components/web/read_list.ts";
import { SERIES_CALLS } from "@/lib/ingest/calls.ts";
import { silenceText } from "@/lib/portfolio/text_attention.ts";
import type { ProjectSilence } from "@/lib/series/schema.ts";
import { links } from "@/lib/ui/links.ts";
import { listPage, PAGE_NAMES, windowTitle } from "@/lib/ui/page_titles.ts";
import { define, HttpError, page } from "@/lib/web/state.ts";

const SILENCES: List<ProjectSilence> = {
  ...listPage("silences"),
  fileName: "releves-manquants.csv",
  columns: [
    linkColumn(
      "name",
      "Résidence",
      ({ projectName }) => projectName,
      ({ projectId }) => links.residence(projectId),
    ),
    {
      field: "state",
      label: "Relevés",
      cell: (silence) => <SilenceStatus silence={silence} />,
      value: silenceText,
      sort: ({ lastAt }) => lastAt,
    },
  ],
  words: ({ projectName }) => [projectName],
  noun: "résidence",
  nothing: "Aucune résidence trouvée",
  empty: { title: "Aucun relevé ne manque", icon: "sensor" },
};

export const handler = define.handlers({
  async GET({ state, url }) {
    const organisation = state.place?.organisation;
    if (!organisation) throw new HttpError(404, "not-found");
    state.title = windowTitle(PAGE_NAMES.silences, organisation.name);
    state.menuPath = links.residences();
    const silences = await state.api.read(SERIES_CALLS.listSilences, { orgId: organisation.id });
    const { rows, file } = readList(url, silences, SILENCES);
    return file ?? page({ organisation, rows });
  },
});

/** Residences whose readings stopped or never arrived; the first page lists the first ones. @spec projects.attention */
export default define.page<typeof handler>(({ data: { organisation, rows } }) => (
  <ListPage {...rows} organisation={organisation.name} add={null} />
));
