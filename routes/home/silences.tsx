import { HttpError, page } from "fresh";
import { type Register, RegisterPage } from "@/components/contracting/RegisterPage.tsx";
import { SilenceStatus } from "@/components/projects/SilenceStatus.tsx";
import { linkColumn } from "@/components/tables/columns.tsx";
import type { ProjectSilence } from "@/lib/domain/projects/types.ts";
import { links } from "@/lib/links/links.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { silenceText } from "@/lib/text/projects/attention.ts";
import { define } from "@/lib/web/state.ts";
import { registerRows } from "@/routes/(_components)/register_rows.ts";

/** A residence with missing readings, with its id. */
interface SilentResidence extends ProjectSilence {
  readonly id: string;
}

const SILENCES: Register<SilentResidence> = {
  title: PAGE_NAMES.silences,
  path: links.silences(),
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
  filters: [],
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
    if (state.place) state.place.menuPath = links.residences();
    const silences = await state.api.read("listSilences", { orgId: organisation.id });
    const all = silences.map((silence) => ({ ...silence, id: silence.projectId }));
    const { rows, file } = registerRows(url, all, SILENCES);
    return file ?? page({ organisation, rows });
  },
});

/** Residences whose readings stopped or never arrived; the first page lists the first ones. @spec projects.attention */
export default define.page<typeof handler>(({ data: { organisation, rows } }) => (
  <RegisterPage {...rows} register={SILENCES} organisation={organisation.name} add={null} />
));
