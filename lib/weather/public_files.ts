/** Fetches and filters the public daily files of Météo-France. @module */

import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { yieldToEventLoop } from "@/lib/base/event_loop.ts";
import { LINE_MAX } from "@/lib/files/csv_headings.ts";
import { isBadFormat } from "@/lib/files/decompression.ts";
import type { Place } from "./public_stations.ts";

/** A station of a file, with its lines as they are written. */
export interface StationLines extends Place {
  readonly name: string;
  readonly altitudeM: number | null;
  /** The heading, then the days with a temperature. */
  readonly lines: string[];
}

/** The stations of a file by their number. */
export type Stations = ReadonlyMap<string, StationLines>;

/** Answer to a request: the file, or the reason for having none. */
export type FileAnswer =
  | { readonly kind: "read"; readonly etag: string | null; readonly stations: Stations }
  | { readonly kind: "unchanged" }
  | { readonly kind: "missing" };

/** A file that was not received whole, or is not one of days. */
export class PublicFileFault extends Error {
  override readonly name = "PublicFileFault";

  constructor(readonly kind: "unreachable" | "refused" | "unreadable", message: string) {
    super(message);
  }
}

interface FileQuery {
  /** That of the file received before, which is not sent again. */
  readonly etag?: string | null;
  /** Whether a day of a station is kept; every one by default. */
  keeps?(station: string, year: number): boolean;
}

/** Time limit of a file, ms: decades of a department take minutes on a slow line. */
const TIMEOUT_MS = 10 * 60_000;
/** Maximum sizes of a file, received and inflated, bytes; the largest ones take a fifth of them. */
const [MAX_BYTES, MAX_INFLATED_BYTES] = [128 * 1_048_576, 2_048 * 1_048_576];
/** Maximum number of lines kept: two years of every station of a department, several times. */
const MOST_KEPT = 400_000;

const COLUMNS = ["NUM_POSTE", "NOM_USUEL", "LAT", "LON", "ALTI", "AAAAMMJJ", "TN", "TX"] as const;

/**
 * The daily files of a folder, `Q_<department>_…_RR-T-Vent.csv.gz`: one of the last two years, one of all before.
 *
 * @spec degree-days.public-files
 */
export class PublicFiles {
  /** @param api URL of the folder, without its last slash */
  constructor(private readonly api: string) {}

  /** The file of a year and the one before. @throws {PublicFileFault} */
  latest(department: string, year: number, query: FileQuery): Promise<FileAnswer> {
    return this.#read(`Q_${department}_latest-${year - 1}-${year}`, query);
  }

  /** The file of the years before those of {@link latest}. @throws {PublicFileFault} */
  previous(department: string, year: number, query: FileQuery): Promise<FileAnswer> {
    return this.#read(`Q_${department}_previous-1950-${year - 2}`, query);
  }

  async #read(name: string, { etag, keeps = () => true }: FileQuery): Promise<FileAnswer> {
    const response = await fetch(`${this.api}/${name}_RR-T-Vent.csv.gz`, {
      headers: etag ? { "if-none-match": etag } : {},
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => null);
    if (response === null) throw new PublicFileFault("unreachable", `${name}: no answer`);
    const { status, body } = response;
    if (status !== 200 || body === null) {
      await body?.cancel();
      if (status === 304) return { kind: "unchanged" };
      if (status === 404) return { kind: "missing" };
      const kind = status === 429 || status >= 500 ? "unreachable" : "refused";
      throw new PublicFileFault(kind, `${name}: status ${status}`);
    }
    const file = new StationFile(name, keeps);
    await readLines(name, body, (line) => file.add(line));
    return { kind: "read", etag: response.headers.get("etag"), stations: file.end() };
  }
}

/** Inflates a body line by line, within the limits. */
async function readLines(
  name: string,
  body: ReadableStream<Uint8Array>,
  take: (line: string) => void,
): Promise<void> {
  const bounded = async function* () {
    let size = 0;
    for await (const piece of body) {
      size += piece.length;
      if (size > MAX_BYTES) throw unreadable(name, "too large");
      yield piece;
    }
  };
  const received = Readable.from(bounded());
  const inflating = createGunzip();
  received.on("error", (fault) => inflating.destroy(fault));
  const decoder = new TextDecoder();
  let [rest, size] = ["", 0];
  try {
    for await (const piece of received.pipe(inflating)) {
      size += piece.length;
      if (size > MAX_INFLATED_BYTES) throw unreadable(name, "too large");
      const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      if (rest.length > LINE_MAX) throw unreadable(name, "a line is too long");
      lines.forEach(take);
      await yieldToEventLoop();
    }
    if (rest !== "") take(rest);
  } catch (fault) {
    if (fault instanceof PublicFileFault) throw fault;
    throw isBadFormat(fault)
      ? unreadable(name, "not gzip")
      : new PublicFileFault("unreachable", `${name}: cut (${fault})`);
  } finally {
    received.destroy();
  }
}

function unreadable(name: string, why: string): PublicFileFault {
  return new PublicFileFault("unreadable", `${name}: ${why}`);
}

/** Gathers the lines of each station. */
class StationFile {
  readonly #stations = new Map<string, StationLines>();
  #heading: string | null = null;
  #places: readonly number[] = [];
  /** Number of the cells of a line up to the last column read; all of them in the heading. */
  #readCount: number | undefined;
  #keptCount = 0;

  constructor(
    private readonly name: string,
    private readonly keeps: NonNullable<FileQuery["keeps"]>,
  ) {}

  add(written: string): void {
    const line = written.trimEnd();
    if (line === "") return;
    const cells = line.split(";", this.#readCount);
    if (this.#heading === null) {
      const names = cells.map((cell) => cell.replace("\uFEFF", "").trim());
      this.#places = COLUMNS.map((column) => names.indexOf(column));
      if (this.#places.includes(-1)) throw unreadable(this.name, "not a file of days");
      this.#readCount = Math.max(...this.#places) + 1;
      this.#heading = line;
      return;
    }
    const [number = "", name = "", latitude, longitude, altitude, day = "", min = "", max = ""] =
      this.#places.map((place) => cells[place]?.trim());
    if (min === "" && max === "") return;
    if (!this.keeps(number, Number(day.slice(0, 4)))) return;
    if (++this.#keptCount > MOST_KEPT) throw unreadable(this.name, "too many lines");
    const place = { latitude: numberOf(latitude), longitude: numberOf(longitude) };
    if (!/^\d{8}$/.test(number) || Number.isNaN(place.latitude + place.longitude)) {
      throw unreadable(this.name, `a line has no station: ${line.slice(0, 40)}`);
    }
    const altitudeM = altitude === "" ? null : numberOf(altitude);
    this.#stations.getOrInsertComputed(number, () => ({
      name: name.slice(0, 100),
      ...place,
      altitudeM: Number.isNaN(altitudeM) ? null : altitudeM,
      lines: [this.#heading ?? ""],
    })).lines.push(line);
  }

  end(): Stations {
    if (this.#heading === null) throw unreadable(this.name, "empty");
    return this.#stations;
  }
}

/** NaN for an absent or empty text. */
function numberOf(text: string | undefined): number {
  return Number(text || NaN);
}
