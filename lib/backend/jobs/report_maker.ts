import type { Services } from "@/lib/backend/embedded/services.ts";
import { makeReports } from "./make_reports.ts";

/** Creates reports as soon as they are ordered, in this process, one order after the other. */
export class ReportMaker {
  #running: Promise<void> = Promise.resolve();

  constructor(private readonly reportFault: Services["reportFault"]) {}

  make(services: Services): Promise<void> {
    this.#running = this.#running
      .then(() => makeReports(services))
      .then(() => {}, (fault) => this.reportFault("make reports", fault));
    return this.#running;
  }

  /** Resolves once no report is being created. */
  idle(): Promise<void> {
    return this.#running;
  }
}
