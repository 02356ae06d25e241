import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { readConfig } from "@/fresh.config.ts";
import { links } from "@/lib/ui/links.ts";
import { tableFileLinks } from "@/lib/ui/query.ts";
import { type Landlord, landlordAt } from "@/tests/loading/a_landlord.ts";
import { aFedSeries, aGasRoom, aResidence } from "@/tests/loading/an_own_site.ts";
import { seriesDraft } from "@/tests/loading/drafts.ts";
import { loopDelayText, withLoopDelay } from "@/tests/loading/loop_delay.ts";
import { sendFile } from "@/tests/loading/sent_form.ts";
import { backUp } from "@/tools/keeping/backup.ts";
import { ADMINISTRATOR, seedAdministrator } from "@/tools/serving/administrator.ts";
import { UNLIMITED } from "@/tools/serving/unlimited.ts";
import { textOf, Visitor } from "@/tools/serving/visitor.ts";
import { withServer } from "@/tools/serving/with_server.ts";

/** Longest block of the server's main thread by any work below, ms. */
const HELD_MS = 50;
const HISTORY_LINES = 400_000;
const DWELLINGS = 4_000;
const MEASURED_DWELLINGS = 200;
const HOURS = 4_380;
const POINTS = 1_000_000;
const POINTS_PER_BODY = 10_000;

const YEAR = new Date().getUTCFullYear() - 1;
const FROM_S = Date.UTC(YEAR, 0) / 1_000;

/**
 * Blocks of the event loop by an import of 400,000 readings through the page of files, by a stock
 * of 4,000 dwellings, by the hours of 200 dwellings, by exports, by pages of thousands of rows, by
 * a compaction of a million points, and by a backup: never more than 50 ms of processor time in a
 * row. `deno task trial loop`.
 */
export default async function loop(): Promise<void> {
  let kvPath = "";
  const prepare = async (path: string) => {
    kvPath = path;
    await seedAdministrator(path);
  };
  const config = readConfig({ DEMO: "off", ACCESS_LOG: "off", ...UNLIMITED });
  await withServer(config, async ({ url, pid }) => {
    const site = await aSite(url);
    const held: string[] = [];
    const target = { port: Number(new URL(url).port), pid };
    const steps: readonly (readonly [name: string, act: () => Promise<void>])[] = [
      ["nothing", () => site.readPages(20)],
      ["history import", () => site.importHistory()],
      ["stock tried", () => site.tryStock()],
      ["stock import", () => site.importStock()],
      ["import of the hours of dwellings", () => site.importHours()],
      ["exports", () => site.exportAll()],
      ["pages of thousands of rows", () => site.readLongPages()],
      ["compaction of a million points", () => site.sendAndRead()],
      ["backup", async () => void await backUp({ storePath: kvPath, path: `${kvPath}.backup` })],
    ];
    for (const [name, act] of steps) {
      const startedAt = performance.now();
      const { delay } = await withLoopDelay(target, act);
      const seconds = (performance.now() - startedAt) / 1_000;
      console.log(`${name}, ${seconds.toFixed(1)} s: ${loopDelayText(delay)}`);
      if (delay.cpuMaxMs > HELD_MS) held.push(name);
    }
    deepStrictEqual(held, []);
  }, { prepare });
}

/** A residence, and a user who uploads files to it. */
class LoopSite {
  #stockPath = "";

  constructor(
    private readonly visitor: Visitor,
    private readonly place: {
      readonly projectId: string;
      readonly boilerRoomId: string;
      readonly indexId: string;
      readonly temperatureId: string;
      readonly token: string;
    },
  ) {}

  async readPages(count: number): Promise<void> {
    for (let at = 0; at < count; at++) await this.#get(links.residences());
  }

  async importHistory(): Promise<void> {
    const lines = Array.from(
      { length: HISTORY_LINES },
      (_, at) => `${instant(FROM_S - 300 * HISTORY_LINES + 300 * at)};Index;${at}`,
    );
    await this.#importReadings(["date;serie;valeur", ...lines].join("\n"));
  }

  async tryStock(): Promise<void> {
    const lines = Array.from(
      { length: DWELLINGS },
      (_, at) => `0301;${serialOf(at)};Logement ${at};${at % 9}`,
    );
    const file = ["Code résidence;Numéro de série;Nom;Étage", ...lines].join("\n");
    const tried = await sendFile(this.visitor, links.stockImports(), {
      file,
      fields: { kind: "dwellings" },
    });
    strictEqual(tried.status, 303, textOf(tried));
    this.#stockPath = tried.headers.get("location") ?? "";
  }

  async importStock(): Promise<void> {
    while ((await this.#runStock()).includes("Continuer l’import"));
  }

  async #runStock(): Promise<string> {
    const answer = await this.visitor.ask(this.#stockPath, {
      method: "POST",
      body: "",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    strictEqual(answer.status, 303, textOf(answer));
    return await this.#get(this.#stockPath);
  }

  async importHours(): Promise<void> {
    const names = Array.from(
      { length: MEASURED_DWELLINGS },
      (_, at) => `Logement ${at} / Température`,
    );
    for (const first of [0, HOURS]) {
      const lines = Array.from({ length: HOURS }, (_, at) => {
        const hour = first + at;
        return `${instant(FROM_S + 3_600 * hour)}${`;${18 + hour % 5}`.repeat(names.length)}`;
      });
      await this.#importReadings([`date;${names.join(";")}`, ...lines].join("\n"));
    }
  }

  async exportAll(): Promise<void> {
    const { projectId, boilerRoomId, indexId, temperatureId } = this.place;
    for (
      const path of [
        links.facilitySeries(projectId, indexId, `daily/${YEAR}/01`),
        links.housingSeries({ projectId }, temperatureId, `daily/${YEAR}/01`),
        links.houses(projectId),
        links.energyBalance(projectId, boilerRoomId, `monthly/${YEAR}`),
        links.boilerRoomReports(projectId, boilerRoomId, `monthly-${YEAR}`),
        links.seriesList(projectId),
        links.equipments(projectId),
        links.residences(),
        links.users(),
        links.audit(),
      ]
    ) await this.#get(tableFileLinks(path).semicolon);
    await this.#get(links.accountExport());
  }

  async readLongPages(): Promise<void> {
    const { projectId } = this.place;
    const pages = [links.houses(projectId), links.runningMonth(projectId), links.audit()];
    for (const path of pages) await this.#get(path);
  }

  async sendAndRead(): Promise<void> {
    const { projectId, token, indexId } = this.place;
    for (let from = 0; from < POINTS; from += POINTS_PER_BODY) {
      const lines = Array.from(
        { length: POINTS_PER_BODY },
        (_, at) => `gaz,serial=1 value=${from + at} ${FROM_S + 10 * (from + at)}`,
      );
      const answer = await this.visitor.ask("/api/v2/write?precision=s", {
        method: "POST",
        body: lines.join("\n"),
        headers: { authorization: `Token ${token}` },
      });
      strictEqual(answer.status, 204, textOf(answer));
    }
    await this.#getOnceReady(
      tableFileLinks(links.facilitySeries(projectId, indexId, `daily/${YEAR}/01`)).semicolon,
    );
  }

  async #importReadings(file: string): Promise<void> {
    const fields = {
      intent: "import",
      series: "",
      kind: "natural",
      stamp: "begin",
      onConflict: "replace",
    };
    const answer = await sendFile(this.visitor, links.readings(this.place.projectId), {
      file,
      fields,
    });
    strictEqual(answer.status, 303, textOf(answer).slice(0, 2_000));
    // The result of the file is a page of its own; that of a refused one has its status.
    await this.#get(answer.headers.get("location") ?? "");
  }

  async #get(path: string): Promise<string> {
    const answer = await this.visitor.ask(path);
    strictEqual(answer.status, 200, `${path}: ${textOf(answer).slice(0, 500)}`);
    return textOf(answer);
  }

  /** A page that reports a running compaction is requested again. */
  async #getOnceReady(path: string): Promise<void> {
    for (;;) {
      const answer = await this.visitor.ask(path);
      if (answer.status === 200) return;
      strictEqual(answer.status, 503, textOf(answer).slice(0, 500));
      const seconds = Number(answer.headers.get("retry-after") ?? 1);
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    }
  }
}

async function aSite(url: string): Promise<LoopSite> {
  using memory = await Deno.openKv(":memory:");
  const landlord = await landlordAt(url, memory, ADMINISTRATOR);
  const { projectId } = await aResidence(landlord, ADMINISTRATOR);
  const fed = { projectId, name: "Index", unit: "GAZV", source: "serial=1" } as const;
  const indexId = await aFedSeries(landlord, fed);
  const boilerRoomId = await aGasRoom(landlord, projectId, indexId);
  const { version: _, ...features } = await landlord.ask("getProjectFeatures", { projectId });
  await landlord.ask("putProjectFeatures", { projectId, body: { ...features, houseMode: 1 } });
  const temperatureId = await aTemperature(landlord, projectId);
  const { token } = await landlord.ask("createIngestToken", { projectId, body: { name: "C" } });
  const visitor = new Visitor(url);
  await visitor.signIn(ADMINISTRATOR);
  return new LoopSite(visitor, { projectId, boilerRoomId, indexId, temperatureId, token });
}

/** The temperature of the dwellings. */
async function aTemperature({ ask }: Landlord, projectId: string): Promise<string> {
  const body = seriesDraft({ dataUnitId: "TEMP", scope: "housing", renamed: "Température" });
  return (await ask("createDataseries", { projectId, body })).id;
}

function serialOf(at: number): string {
  return `L${String(at).padStart(5, "0")}`;
}

function instant(epochS: number): string {
  return new Date(epochS * 1_000).toISOString();
}
