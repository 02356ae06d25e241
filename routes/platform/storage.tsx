import { page } from "fresh";
import { PageTitle } from "../../components/page/PageTitle.tsx";
import { Section } from "../../components/page/Section.tsx";
import { DataTable, type TableColumn } from "../../components/tables/DataTable.tsx";
import type { Backup, StoredKind } from "../../lib/domain/platform/types.ts";
import { formatInstant } from "../../lib/text/dates.ts";
import { PAGE_NAMES, windowTitle } from "../../lib/text/pages.ts";
import { bytesText, countedText } from "../../lib/text/platform.ts";
import { answered } from "../../lib/web/answered.ts";
import { define } from "../../lib/web/define.ts";

export const handler = define.handlers({
  async GET({ state }) {
    state.title = windowTitle(PAGE_NAMES.platformStorage);
    return page({ storage: answered(await state.api.call("getStorage", {})) });
  },
});

const BACKUPS: readonly TableColumn<Backup>[] = [
  { field: "name", label: "Fichier", cell: ({ name }) => name },
  { field: "at", label: "Écrit le", cell: ({ at }) => formatInstant(at) },
  { field: "bytes", label: "Taille", number: true, cell: ({ bytes }) => bytesText(bytes) },
];

const KINDS: readonly TableColumn<StoredKind>[] = [
  { field: "name", label: "Clé", cell: ({ name }) => <code>{name}</code> },
  {
    field: "count",
    label: "Entrées",
    number: true,
    cell: ({ count, isMore }) => countedText(count, isMore),
  },
];

export default define.page<typeof handler>(({ data: { storage } }) => (
  <>
    <PageTitle title={PAGE_NAMES.platformStorage} subtitle="Plateforme" />
    <Section id="file" title="Fichier du stockage">
      <dl class="facts">
        <dt>Taille</dt>
        <dd>
          {storage.fileBytes === null
            ? "Pas de fichier sur cette machine"
            : bytesText(storage.fileBytes)}
        </dd>
      </dl>
    </Section>
    <Section
      id="backups"
      title="Sauvegardes"
      intro="Celles du dossier « backups », à côté du fichier. La commande est dans le guide de déploiement."
    >
      {storage.backups.length === 0 ? <p>Aucune sauvegarde dans ce dossier.</p> : (
        <DataTable
          caption="Sauvegardes"
          columns={BACKUPS}
          rows={storage.backups}
          rowKey={({ name }) => name}
        />
      )}
    </Section>
    <DataTable
      caption="Entrées par sorte de clé"
      columns={KINDS}
      rows={storage.kinds}
      rowKey={({ name }) => name}
    />
  </>
));
