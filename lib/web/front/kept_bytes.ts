import {
  BODY_BUDGET,
  ByteBudget,
  type CountedBytes,
  type HeldBytes,
} from "@/lib/backend/core/byte_budget.ts";

/**
 * What all bodies that are read on after their first `maxMs` may hold: slow senders leave the rest of the budget to others.
 *
 * @spec deposits.pace
 */
const SLOW_BUDGET = new ByteBudget(BODY_BUDGET.maxBytes / 2);

/**
 * What all bodies that do not say their length may hold while they are read: no browser sends one, and only when it is
 * past its limit is one known to be too large.
 */
const UNANNOUNCED_BUDGET = new ByteBudget(BODY_BUDGET.maxBytes / 2);

/** The same for the files of forms: each may use as much of it as its form may be long, a document in all. */
export const UNANNOUNCED_FILES: ByteBudget = new ByteBudget(24 * 1_024 * 1_024);

/**
 * What forms with files may hold for their texts, and for parts on their way: files that spend the budget of all bodies
 * leave this much for what was typed beside others.
 *
 * @spec forms.busy
 */
export const TEXT_BUDGET: ByteBudget = new ByteBudget(2 * 1_024 * 1_024);

/** What is kept of a body while it arrives, counted in each budget that it falls under. */
export class KeptBytes implements CountedBytes {
  readonly #slow = SLOW_BUDGET.open();
  #bytes = 0;
  /** Whether the body is read on after its first `maxMs`. */
  isSlow = false;

  /** @param held what its request holds of the budget of all bodies, until it is answered */
  constructor(
    private readonly held: HeldBytes,
    private readonly isAnnounced: boolean,
    private readonly unannounced: HeldBytes = UNANNOUNCED_BUDGET.open(),
  ) {}

  /** Reserves more bytes, before they are allocated. @throws Refused when a budget is spent */
  grow(bytes: number): void {
    const size = this.#bytes + bytes;
    if (this.isSlow) this.#slow.growTo(size);
    if (!this.isAnnounced) this.unannounced.growTo(size);
    this.held.grow(bytes);
    this.#bytes = size;
  }

  /** Releases bytes that are no longer referenced. */
  shrink(bytes: number): void {
    this.#bytes -= bytes;
    for (const held of [this.#slow, this.unannounced, this.held]) held.shrink(bytes);
  }

  /** Nothing more of the body comes: only its request counts what it holds. */
  arrived(): void {
    this.#slow.release();
    this.unannounced.release();
  }
}
