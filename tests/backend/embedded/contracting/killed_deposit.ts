import type { ProviderCaller } from "@/lib/contract/caller.ts";
import type { Atomic, OpenedStore, Store } from "@/lib/backend/kv/store.ts";
import { asking, withPlatform } from "@/tests/backend/a_platform.ts";
import { ORG } from "@/tests/backend/a_residence.ts";
import { aPdf, packed } from "@/tests/backend/files/hostile_pdfs.ts";
import { REQUEST } from "@/tests/backend/some_documents.ts";
import { seeded } from "@/tools/loading/realistic_series.ts";

/** A person of the provider of the request. */
export const DEPOSITOR: ProviderCaller = {
  kind: "provider",
  email: "agence@chauffage.fr",
  providers: [{ orgId: ORG, providerId: "v1" }],
  demo: false,
};

/** A file whose parts take several commits, the same in each process. */
export function largeFile(): Uint8Array<ArrayBuffer> {
  const chance = seeded(1);
  const noise = Uint8Array.from({ length: 1_000_000 }, () => Math.floor(chance() * 256));
  return aPdf({ objects: [packed("", noise)] });
}

/** What is deposited with {@link largeFile}. */
export function largeDeposit() {
  return {
    file: largeFile(),
    fileName: "attestation.pdf",
    completionDate: "2026-02-09",
    data: [{ typedocValueId: "w1", rank: 0, value: "90" }],
  };
}

/** A store whose process ends at its nth commit, before or after it was made. */
export function endingStore(
  store: OpenedStore,
  { isReached, isAfter }: { isReached(): boolean; isAfter: boolean },
): Store {
  const ending = (inner: Atomic): Atomic => {
    const atomic: Atomic = {
      check: (...checks) => (inner.check(...checks), atomic),
      set: (...entry) => (inner.set(...entry), atomic),
      delete: (key) => (inner.delete(key), atomic),
      sum: (...sum) => (inner.sum(...sum), atomic),
      async commit() {
        const isLast = isReached();
        if (isLast && !isAfter) await killed();
        const committed = await inner.commit();
        if (isLast) await killed();
        return committed;
      },
    };
    return atomic;
  };
  return {
    get: (key) => store.get(key),
    getMany: (keys) => store.getMany(keys),
    list: (...asked) => store.list(...asked),
    atomic: () => ending(store.atomic()),
  };
}

/** Ends this process as `kill -9` does. */
function killed(): Promise<never> {
  Deno.kill(Deno.pid, "SIGKILL");
  return new Promise(() => {});
}

/**
 * Deposits a document, and is killed at a commit: `deno run … killed_deposit.ts PATH DOCUMENT COMMIT before|after`.
 *
 * One that lives to its end prints how many commits its deposit took.
 */
if (import.meta.main) {
  const [path = "", documentId = "", commit = "", when = ""] = Deno.args;
  let commits = 0;
  const isReached = () => ++commits === Number(commit);
  await withPlatform(async (built) => {
    commits = 0;
    const at = { orgId: ORG, requestId: REQUEST, documentId };
    const result = await asking(built, DEPOSITOR)("uploadDocument", {
      ...at,
      body: largeDeposit(),
    });
    if (!result.ok) throw new Error(`Not deposited: ${JSON.stringify(result)}`);
    console.log(commits);
  }, { path, before: (store) => endingStore(store, { isReached, isAfter: when === "after" }) });
}
