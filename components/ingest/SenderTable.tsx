import { DataTable, type TableColumn } from "@/components/ui/DataTable.tsx";

/** A kind of collector: its endpoint, and where the token is configured. */
interface Sender {
  readonly name: string;
  readonly path: string;
  readonly token: string;
}

const SENDERS: readonly Sender[] = [
  {
    name: "InfluxDB v2 (Telegraf, Home Assistant, Node-RED)",
    path: "/api/v2/write",
    token: "En-tête «\u00A0Authorization: Token …\u00A0»",
  },
  { name: "InfluxDB v1", path: "/write", token: "Mot de passe, l’utilisateur étant libre" },
  {
    name: "Emoncms (emonHub, emonPi, ESPHome)",
    path: "/input/post, /input/bulk",
    token: "Clé «\u00A0apikey\u00A0»",
  },
  {
    name: "ChirpStack 3 et 4, intégration HTTP (JSON)",
    path: "/chirpstack",
    token: "En-tête «\u00A0Authorization: Bearer …\u00A0»",
  },
  {
    name: "The Things Stack, webhook (messages «\u00A0uplink\u00A0»)",
    path: "/things-stack",
    token: "En-tête «\u00A0Authorization: Bearer …\u00A0»",
  },
];

const COLUMNS: readonly TableColumn<Sender>[] = [
  { field: "name", label: "Collecteur", cell: ({ name }) => name },
  { field: "path", label: "Adresse", cell: ({ path }) => <span class="mono">{path}</span> },
  { field: "token", label: "Où donner le jeton", cell: ({ token }) => token },
];

/** Configuration of each kind of collector. */
export function SenderTable({ origin }: { origin: string }) {
  return (
    <details class="stack">
      <summary>Régler un collecteur</summary>
      <p>
        Adresse du serveur&nbsp;:{" "}
        <span class="mono">{origin}</span>. Une source est reconnue à son étiquette{" "}
        <span class="mono">serial</span>, <span class="mono">entity_id</span> ou{" "}
        <span class="mono">dev_eui</span>, sinon à l’ensemble de ses étiquettes. Un relevé vient
        d’un logement quand une étiquette <span class="mono">house</span>{" "}
        le nomme, ou quand son appareil porte le numéro de série du logement.
      </p>
      <DataTable caption="Collecteurs reconnus" columns={COLUMNS} rows={SENDERS} />
    </details>
  );
}
