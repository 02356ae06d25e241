import { IDLE, type PasswordAnswer, type PasswordTask } from "./password_task.ts";

/** Maximum queue length; further sign-ins are refused. */
const WAITING_MAX = 64;

/** The archive contains only scripts, with each Worker bundled beside them. */
const SCRIPT = new URL(
  `./password_worker.${import.meta.url.endsWith(".ts") ? "ts" : "js"}`,
  import.meta.url,
);

/** Thrown when too many passwords wait to be checked. */
export class PasswordsBusy extends Error {
  override name = "PasswordsBusy";
}

/** Thrown when the Worker failed on a password; the next one gets a new Worker. */
export class PasswordWorkerFailed extends Error {
  override name = "PasswordWorkerFailed";
}

interface Job extends PromiseWithResolvers<PasswordAnswer> {
  readonly task: PasswordTask;
}

/**
 * Hashes passwords in one Worker, one at a time, so that memory is bounded by one hash.
 *
 * The Worker starts with the first password, ends after some idle time, and is replaced when it fails.
 */
export class PasswordHasher {
  #worker: Worker | null = null;
  #current: Job | null = null;
  readonly #waiting: Job[] = [];
  #isClosed = false;

  constructor(private readonly script: URL = SCRIPT) {}

  /** True while a Worker is alive. */
  get isRunning(): boolean {
    return this.#worker !== null;
  }

  /** @throws PasswordsBusy when too many wait @throws PasswordWorkerFailed when the Worker failed on this task */
  async answer(task: PasswordTask): Promise<PasswordAnswer> {
    if (this.#current !== null && this.#waiting.length >= WAITING_MAX) {
      throw new PasswordsBusy("Too many passwords wait to be checked");
    }
    const job = { ...Promise.withResolvers<PasswordAnswer>(), task };
    this.#waiting.push(job);
    this.#next();
    return await job.promise;
  }

  /** Ends the Worker when no task waits, now and after later tasks: a live Worker keeps the process alive. */
  close(): void {
    this.#isClosed = true;
    this.#next();
  }

  #next(): void {
    if (this.#current !== null) return;
    this.#current = this.#waiting.shift() ?? null;
    if (this.#current !== null) {
      this.#worker ??= this.#started();
      this.#worker.postMessage(this.#current.task);
    } else if (this.#isClosed) this.#end();
  }

  #started(): Worker {
    const worker = new Worker(this.script, { type: "module", name: "passwords" });
    worker.onmessage = ({ data }: MessageEvent<PasswordAnswer | typeof IDLE>) => {
      if (data !== IDLE) this.#settle((job) => job.resolve(data));
      else if (this.#current === null) this.#end();
    };
    worker.onerror = (event) => {
      // Without this, the error would end the whole process.
      event.preventDefault();
      this.#end();
      this.#settle((job) => job.reject(new PasswordWorkerFailed(event.message)));
    };
    return worker;
  }

  #settle(settle: (job: Job) => void): void {
    if (this.#current !== null) settle(this.#current);
    this.#current = null;
    this.#next();
  }

  #end(): void {
    this.#worker?.terminate();
    this.#worker = null;
  }
}

export const passwordHasher: PasswordHasher = new PasswordHasher();
