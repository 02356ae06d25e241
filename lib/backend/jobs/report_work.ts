import { unchanged } from "@/lib/backend/embedded/saving.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { type Atomic, type Entry, readEntry, type Store } from "@/lib/backend/kv/store.ts";
import {
  type QueuedReportRecord,
  queuedReportRecord,
  removeOrder,
  type ReportOrderRecord,
  reportOrderRecord,
} from "@/lib/backend/records/queued_reports.ts";

/** Number of attempts after which an order that fails, or ends its process, is abandoned. */
const MOST_ATTEMPTS = 3;

/** A running order, with its report as last written. */
export class ReportWork {
  private constructor(
    private readonly store: Store,
    readonly id: string,
    readonly order: ReportOrderRecord,
    private report: Entry<QueuedReportRecord>,
  ) {}

  /** Starts an order. @returns null when it was deleted, completed by others, or attempted too often */
  static async begun(store: Store, id: string): Promise<ReportWork | null> {
    const order = await readEntry(store, keys.reportOrder(id), reportOrderRecord);
    if (order.value === null) return null;
    const { accountId, attempts } = order.value;
    const report = await readEntry(store, keys.queuedReport(accountId, id), queuedReportRecord);
    const { value, versionstamp } = report;
    if (value === null || versionstamp === null) {
      await removeOrder(store, id);
      return null;
    }
    const work = new ReportWork(store, id, order.value, { ...report, value, versionstamp });
    if (attempts >= MOST_ATTEMPTS) {
      await work.fail();
      return null;
    }
    const isBegun = await work.write({ state: "running", progress: 0 }, (atomic) => {
      atomic.set(order.key, { ...order.value, attempts: attempts + 1 });
    });
    return isBegun ? work : null;
  }

  get label(): string {
    return this.report.value.label;
  }

  /** Adds to a commit the check that the report still belongs to this work. */
  readonly guarded = (atomic: Atomic): Atomic => atomic.check(unchanged(this.report));

  async isGone(): Promise<boolean> {
    return (await readEntry(this.store, this.report.key, queuedReportRecord)).value === null;
  }

  /** @returns false when its user has deleted it meanwhile, or another process creates it now */
  async write(
    change: Partial<QueuedReportRecord>,
    fill: (atomic: Atomic) => void = () => {},
  ): Promise<boolean> {
    const { key, value } = this.report;
    const next = { ...value, ...change };
    const atomic = this.guarded(this.store.atomic()).set(key, next);
    fill(atomic);
    const committed = await atomic.commit();
    if (!committed.ok) return false;
    this.report = { key, value: next, versionstamp: committed.versionstamp };
    return true;
  }

  /** Leaves it to a later run, as the same attempt. */
  async wait(): Promise<void> {
    await this.write({ state: "queued", progress: 0 }, (atomic) => {
      atomic.set(keys.reportOrder(this.id), this.order);
    });
  }

  async fail(): Promise<void> {
    await this.write({ state: "failed" });
    await removeOrder(this.store, this.id);
  }
}
