import { dateColumn, textColumn } from "@/components/ui/columns.tsx";
import { PageTables, type TableColumn } from "@/components/ui/DataTable.tsx";
import { Fact, PageTitle, Section } from "@/components/ui/Page.tsx";
import { formatInstant } from "@/lib/base/date_format.ts";
import { PLATFORM_CALLS } from "@/lib/platform/calls.ts";
import type { Backup, StoredKind } from "@/lib/platform/schema.ts";
import { bytesText, countedText } from "@/lib/platform/text.ts";
import { tableFiles } from "@/lib/web/downloads.ts";
import { define, page } from "@/lib/web/state.ts";

export const handler = define.handlers({
  async GET({ state, url }) {
    const storage = await state.api.read(PLATFORM_CALLS.getStorage, {});
    const backups = {
      table: "backups",
      fileName: "sauvegardes.csv",
      caption: "Sauvegardes",
      columns: BACKUPS,
      rows: storage.backups,
    };
    const kinds = {
      fileName: "stockage.csv",
      caption: "Entrées par sorte de clé",
      columns: KINDS,
      rows: storage.kinds,
    };
    return tableFiles(url, [backups, kinds]) ?? page({ storage, backups, kinds });
  },
});

const BACKUPS: readonly TableColumn<Backup>[] = [
  textColumn("name", "Fichier", ({ name }) => name),
  dateColumn("at", "Écrit le", ({ at }) => formatInstant(at)),
  textColumn("bytes", "Taille", ({ bytes }) => bytesText(bytes), { number: true }),
];

const KINDS: readonly TableColumn<StoredKind>[] = [
  textColumn("name", "Clé", ({ name }) => name, { cell: ({ name }) => <code>{name}</code> }),
  {
    field: "count",
    label: "Entrées",
    number: true,
    cell: ({ count, isMore }) => countedText(count, isMore),
    value: ({ count, isMore }) => isMore ? countedText(count, isMore) : count,
  },
];

export default define.page<typeof handler>(({ data: { storage, backups, kinds }, url }) => (
  <>
    <PageTitle subtitle="Plateforme" />
    <Section id="file" title="Fichier du stockage">
      <dl class="facts">
        <Fact label="Taille">
          {storage.fileBytes === null
            ? "Pas de fichier sur cette machine"
            : bytesText(storage.fileBytes)}
        </Fact>
      </dl>
    </Section>
    <Section
      id="backups"
      title="Sauvegardes"
      intro="Celles du dossier «&nbsp;backups&nbsp;», à côté du fichier. La commande est dans le guide de déploiement."
    >
      {storage.backups.length === 0 && <p>Aucune sauvegarde dans ce dossier.</p>}
      <PageTables tables={[backups]} url={url} />
    </Section>
    <p>Entrées comptées le {formatInstant(storage.countedAt)}.</p>
    <PageTables tables={[kinds]} url={url} />
  </>
));
