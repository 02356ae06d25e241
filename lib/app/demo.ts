/** Opens the demo's store, seeds it, and gives each visitor an own overlay of it. @module */

import { LRUCache } from "lru-cache";
import type { OwnResponder } from "@/lib/api/dispatch.ts";
import type { Services } from "@/lib/api/services.ts";
import { newId } from "@/lib/base/secrets.ts";
import { OverlayStore } from "@/lib/demo/overlay.ts";
import { seedDrifts } from "@/lib/demo/seed/drifts.ts";
import { refreshPilot } from "@/lib/demo/seed/heating_control.ts";
import { refreshDemo, seedDemo } from "@/lib/demo/seed/seed_demo.ts";
import { seedStatements } from "@/lib/demo/seed/statements.ts";
import { simulatedReader } from "@/lib/demo/simulation/demo_series.ts";
import { VisitedSeries } from "@/lib/demo/visited_series.ts";
import { makeFigures } from "@/lib/portfolio/stored_figures.ts";
import { openStore } from "@/lib/store/open_store.ts";
import type { OpenedStore, Store } from "@/lib/store/store.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { type OwnStore, ownStore, type SharedServices } from "./services.ts";

/** How long what a visitor wrote is stored, ms. */
const VISIT_MS = 24 * 3_600_000;

/** The id of a new visit, which contains its end, so that every process agrees. */
export function newVisit(now: number): string {
  return `${newId()}.${(now + VISIT_MS).toString(36)}`;
}

function endOfVisit(visitorId: string): number {
  const untilMs = parseInt(visitorId.split(".")[1] ?? "", 36);
  return Number.isNaN(untilMs) ? 0 : untilMs;
}

/** Fills the demo's empty store, for `now` in epoch ms. */
export type FillDemo = (
  services: Services,
  options: Parameters<typeof seedDemo>[1],
) => Promise<void>;

/** The demo's entries, and what the program's jobs would find in its readings. */
export const fillWhole: FillDemo = async (services, options) => {
  await seedDemo(services.store, options);
  await seedDrifts(services);
  await seedStatements(services);
};

interface DemoOptions extends SharedServices {
  fill: FillDemo;
}

/**
 * Number of visits whose backend is ready: each takes a few MiB, and anyone may begin one. The others find what they
 * wrote, and wait longer for their next page.
 */
const READY_VISITS = 8;

/**
 * The demo: the embedded backend on a store in memory, seeded when it is first asked, with each visitor's writes
 * in an overlay of their own.
 *
 * @spec demo.visits
 */
export class Demo {
  #seeded: Promise<OpenedStore> | null = null;
  #filledMs = 0;
  #weatherDay = "";
  #pilotHour = "";
  /** The figures of residences that are being made, for every visit. */
  #figures: Promise<unknown> = Promise.resolve();
  #visits = new LRUCache<string, OwnStore>({ max: READY_VISITS });

  constructor(private readonly options: DemoOptions) {}

  /** Answers a sign-in, before a visit exists. */
  async forSignIn(): Promise<OwnResponder> {
    return this.#visit(await this.#base()).answerer;
  }

  /** The store and the backend of a visit, which sees the base and its own writes. */
  async visitOf(visitorId: string): Promise<OwnStore> {
    const base = await this.#base();
    const known = this.#visits.get(visitorId);
    if (known) return known;
    const untilMs = endOfVisit(visitorId);
    const { now } = this.options;
    const visit = this.#visit(new OverlayStore(base, { visitorId, untilMs }, now));
    this.#visits.set(visitorId, visit);
    return visit;
  }

  async close(): Promise<void> {
    await this.#figures;
    (await this.#seeded)?.close();
  }

  async #base(): Promise<Store> {
    const { now } = this.options;
    const instant = new Date(now()).toISOString();
    const [today, hour] = [instant.slice(0, 10), instant.slice(0, 13)];
    if (this.#seeded === null) {
      this.#weatherDay = today;
      this.#pilotHour = hour;
      this.#filledMs = now();
      this.#seeded = this.#filled();
    }
    const store = await this.#seeded;
    if (this.#weatherDay !== today) {
      this.#weatherDay = today;
      await refreshDemo(store, now());
    }
    if (this.#pilotHour !== hour) {
      this.#pilotHour = hour;
      await refreshPilot(store, { now: now(), filledMs: this.#filledMs });
      this.#makeFigures(this.#visit(store).services);
    }
    return store;
  }

  async #filled(): Promise<OpenedStore> {
    const { passwordCost, fill } = this.options;
    const store = await openStore(":memory:");
    const { services } = this.#visit(store);
    await fill(services, { now: this.#filledMs, passwordCost });
    this.#makeFigures(services);
    return store;
  }

  /** In the background: a visit that comes before makes its own. */
  #makeFigures(services: Services): void {
    this.#figures = makeFigures(services)
      .catch((fault) => this.options.logFault("make figures", fault));
  }

  #visit(store: Store): OwnStore {
    const { options } = this;
    const { now } = options;
    const filledMs = this.#filledMs;
    const demo = {
      newVisit: () => newVisit(now()),
      seriesOf: (projectId: string) =>
        new VisitedSeries(
          simulatedReader(projectId, { now, filledMs }),
          new StoredSeries(store, projectId, now),
        ),
    };
    return ownStore({ ...options, store, offersDemo: true, demo });
  }
}
