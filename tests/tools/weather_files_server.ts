/** A small server of Météo-France's public daily files, with invented figures. @module */

import { addDays, type IsoDate } from "@/lib/base/civil_dates.ts";
import { serve } from "./loopback.ts";

const HEADING = "NUM_POSTE;NOM_USUEL;LAT;LON;ALTI;AAAAMMJJ;RR;QRR;TN;QTN;HTN;TX;QTX;HTX;TM;QTM";

interface InventedStation {
  readonly number: string;
  readonly name: string;
  /** "lat;lon;altitude" */
  readonly at: string;
  readonly from: IsoDate;
  readonly to: IsoDate;
  /** Of every day, °C; null for a rain gauge. */
  readonly minMax: readonly [number, number] | null;
}

/** The CSV of some stations: the same temperatures each day. */
export function daysCsv(...stations: readonly InventedStation[]): string {
  const lines = stations.flatMap(({ number, name, at, from, to, minMax }) => {
    const days: string[] = [];
    const temperatures = minMax === null ? ";;;;;" : `${minMax[0]};1;0512;${minMax[1]};1;1423`;
    for (let day = from; day <= to; day = addDays(day, 1)) {
      days.push(`${number};${name};${at};${day.replaceAll("-", "")};0.0;1;${temperatures};;`);
    }
    return days;
  });
  return [HEADING, ...lines, ""].join("\n");
}

/** The server, with the requests it received. */
export interface WeatherFilesServer {
  /** For `WEATHER_FILES`. */
  readonly api: string;
  /** Names of the files asked, those not sent again with "=". */
  readonly asked: string[];
  /** Bodies by name, without `_RR-T-Vent.csv.gz`: compressed when a text. */
  readonly files: Map<string, string | Uint8Array<ArrayBuffer>>;
  /** Status of every answer; null for the right one. */
  status: number | null;
}

/** Runs a test with the server. */
export async function withWeatherFiles(
  test: (server: WeatherFilesServer) => Promise<void>,
): Promise<void> {
  const { url, close } = serve((request) => answer(request, state));
  const state: WeatherFilesServer = {
    api: `${url}/quotidien`,
    asked: [],
    files: new Map(),
    status: null,
  };
  try {
    await test(state);
  } finally {
    await close();
  }
}

function answer(request: Request, state: WeatherFilesServer): Response {
  const [, name = ""] = /^\/quotidien\/(.*)_RR-T-Vent\.csv\.gz$/.exec(
    new URL(request.url).pathname,
  ) ?? [];
  const file = state.files.get(name);
  const etag = `"${typeof file === "string" ? file.length : 0}"`;
  const isKnown = request.headers.get("if-none-match") === etag;
  state.asked.push(isKnown ? `=${name}` : name);
  if (state.status !== null) return new Response("", { status: state.status });
  if (file === undefined) return new Response("NoSuchKey", { status: 404 });
  if (isKnown) return new Response(null, { status: 304 });
  const body = typeof file === "string"
    ? new Blob([file]).stream().pipeThrough(new CompressionStream("gzip"))
    : file;
  return new Response(body, { headers: { etag, "content-type": "application/gzip" } });
}
