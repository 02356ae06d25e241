/** The settings of the program, as `fresh.config.ts` reads them. @module */

import type { Rates } from "@/lib/api/rate_limits.ts";
import type { MapTiles } from "@/lib/ui/map_tiles.ts";
import type { Bucket } from "./settings.ts";

/** Endpoint and credentials for GRDF's gas readings. */
export interface AdictConfig {
  readonly api: string;
  readonly tokenUrl: string;
  readonly client: { readonly id: string; readonly secret: string };
}

/** An MQTT broker and the templates of its topics. */
interface MqttConfig {
  readonly url: string;
  readonly topics: readonly string[];
}

/** The settings, parsed: shared by everything. */
export interface AppConfig {
  readonly host: string;
  readonly port: number;
  readonly kvPath: string;
  readonly storeTimeoutMs: number;
  readonly demo: boolean;
  /** null when this program answers the calls. */
  readonly apiHost: string | null;
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  readonly publicUrl: string | null;
  readonly appUrls: Readonly<Record<string, string>>;
  /** Whether only this machine reaches the program, no proxy in front. */
  readonly isLocal: boolean;
  readonly oauth: boolean;
  readonly addressApi: string;
  readonly adict: AdictConfig | null;
  /** Base URL of the public weather files; null: they are not fetched. */
  readonly weatherFiles: string | null;
  /** null: no broker is subscribed to. */
  readonly mqtt: MqttConfig | null;
  readonly tiles: MapTiles;
  readonly publisher: {
    readonly name: string | null;
    readonly contact: string | null;
    /** E-mail address for personal data; null to use `contact`. */
    readonly dataContact: string | null;
    readonly hosting: string | null;
    /** Conformity of the instance to the RGAA: `none` without an audit. */
    readonly conformity: "none" | "partial" | "full";
  };
  readonly loginPath: string;
  readonly trustProxy: boolean;
  /** Whether the operator accepts a public host without a proxy. */
  readonly isUnprotected: boolean;
  readonly accessLog: boolean;
  readonly maxBodyBytes: number;
  readonly maxDocumentBytes: number;
  readonly bucket: Bucket | null;
  readonly scanner: { readonly hostname: string; readonly port: number } | null;
  readonly providerLinkDays: number;
  readonly webhooks: "off" | "public" | "any";
  readonly readingYears: number;
  readonly rates: Rates;
}
