import type { Scope } from "@/lib/backend/cache/versions.ts";
import { groupsOf } from "@/lib/backend/core/groups.ts";
import { commitShown, unchanged } from "@/lib/backend/embedded/saving.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { type Atomic, CHECKS_PER_COMMIT, type Entry, type Key } from "@/lib/backend/kv/store.ts";
import { type Author, CONTRIBUTIONS, entriesBy, type Family } from "./contributions.ts";

/** Entries of one commit: a visit of the demo checks more. */
const ERASED_PER_COMMIT = CHECKS_PER_COMMIT - 3;

/**
 * Erases the address of an author from what they wrote in residences and documents, which stays. Repeated after a
 * failure, it continues.
 *
 * @spec accounts.contributions
 */
export async function eraseContributions(services: Services, author: Author): Promise<void> {
  const { annotations, manualIndex, deletedReadings, tokenOf, document } = CONTRIBUTIONS;
  await eraseFrom(services, annotations, { author, scopeOf: residenceOf });
  await eraseFrom(services, manualIndex, { author, scopeOf: residenceOf });
  await eraseFrom(services, deletedReadings, { author, scopeOf: residenceOf });
  await eraseFrom(services, tokenOf, { author, scopeOf: residenceOf });
  await eraseFrom(services, document, { author, scopeOf: organisationOf });
}

/** Residence or organisation of a key: the part after the name of its family. */
const residenceOf = ([, id]: Key): Scope => ({ kind: "project", id: String(id) });
const organisationOf = ([, id]: Key): Scope => ({ kind: "org", id: String(id) });

async function eraseFrom<Value>(
  services: Services,
  family: Family<Value>,
  of: { readonly author: Author; readonly scopeOf: (key: Key) => Scope },
): Promise<void> {
  const { erased, expiresAtMs } = family;
  if (erased === undefined) return;
  const optionsOf = (value: Value) =>
    expiresAtMs && { expireIn: Math.max(1, expiresAtMs(value) - services.now()) };
  // Entries changed meanwhile are found again.
  for (;;) {
    const own = await entriesBy(services.store, family, of.author);
    if (own.length === 0) return;
    for (const some of groupsOf(own, ERASED_PER_COMMIT)) {
      await commitErased(services, some, {
        scopes: scopesOf(some, of.scopeOf),
        erase: (atomic, { key, value }) =>
          atomic.set(key, erased(value, of.author), optionsOf(value)),
      });
    }
  }
}

async function commitErased<Value>(
  services: Services,
  entries: readonly Entry<Value>[],
  { scopes, erase }: {
    readonly scopes: readonly Scope[];
    readonly erase: (atomic: Atomic, entry: Entry<Value>) => void;
  },
): Promise<void> {
  await commitShown(services, scopes, (atomic) => {
    for (const entry of entries) erase(atomic.check(unchanged(entry)), entry);
  });
}

function scopesOf(entries: readonly Entry[], scopeOf: (key: Key) => Scope): Scope[] {
  const scopes = entries.map(({ key }) => scopeOf(key));
  return [...new Map(scopes.map((scope) => [scope.id, scope])).values()];
}
