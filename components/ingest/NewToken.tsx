import { Notice } from "@/components/page/Page.tsx";

interface NewTokenProps {
  token: string;
  address: string;
}

/** A new token, shown only once, with instructions for its use. */
export function NewToken({ token, address }: NewTokenProps) {
  return (
    <Notice tone="good" live title="Jeton créé">
      <p>Copiez-le maintenant&nbsp;: il ne sera plus affiché.</p>
      <p class="copy-line mono">{token}</p>
      <p>
        Un envoi au format InfluxDB, que Telegraf, Node-RED ou Home Assistant savent faire&nbsp;:
      </p>
      <pre class="copy-line" tabIndex={0}>{curlLine(token, address)}</pre>
      <p>La même chose dans la configuration de Telegraf&nbsp;:</p>
      <pre class="copy-line" tabIndex={0}>{telegrafOutput(token, address)}</pre>
    </Notice>
  );
}

function curlLine(token: string, address: string): string {
  return [
    `curl -X POST '${address}?precision=s' \\`,
    `  -H 'Authorization: Token ${token}' \\`,
    "  --data-binary 'gaz,serial=0101 value=18423 1735689600'",
  ].join("\n");
}

function telegrafOutput(token: string, address: string): string {
  return [
    "[[outputs.influxdb_v2]]",
    `  urls = ["${new URL(address).origin}"]`,
    `  token = "${token}"`,
    '  organization = ""',
    '  bucket = ""',
  ].join("\n");
}
