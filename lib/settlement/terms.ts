/** Lists and changes the terms of energy contracts, and the values of their indexes. @module */

import { atMost, crud } from "@/lib/api/entities.ts";
import { withoutAuthor } from "@/lib/api/entity.ts";
import { isCurrent, transact, versionOf } from "@/lib/api/writes.ts";
import { countText } from "@/lib/base/text_format.ts";
import { isBoilerRoom } from "@/lib/facilities/boiler_rooms.ts";
import { askStarts } from "@/lib/residences/residences.ts";
import { keys } from "@/lib/store/keys.ts";
import { readEntry } from "@/lib/store/store.ts";
import type { Handler } from "./calls.ts";
import { authorText } from "@/lib/alarms/text.ts";
import { readAuthors } from "@/lib/identity/accounts.ts";
import { accountOf } from "@/lib/identity/caller.ts";
import type { TypedIndexValue } from "./schema.ts";
import { priceIndexesRecord, SETTLEMENT_ENTITIES } from "./records.ts";
import { keptNbEffects } from "./nb_changes.ts";
import { contractOf } from "./operator.ts";
import { termsSubject } from "./text.ts";

/** Maximum number of versions of a boiler room's terms. */
const MOST_TERMS = 100;

/** Terms of a boiler room, by date. @spec settlement.terms */
const terms = crud(SETTLEMENT_ENTITIES.energyTerms, {
  compare: (a, b) => a.from < b.from ? -1 : 1,
  subject: termsSubject,
  full: atMost(MOST_TERMS),
  rules: [
    async (_, { services, place }) => await isBoilerRoom(services, place) ? null : "not-found",
    async ({ contractId = null }, { services, place: { projectId } }) => {
      if (contractId === null) return null;
      const contract = await contractOf(services, { projectId, contractId });
      return contract === null ? "unknown-reference" : null;
    },
    ({ from }, { others }) =>
      others.some(({ record }) => record.from === from) ? "terms-taken" : null,
    (record, { services, place, before, caller, others }) =>
      askStarts(
        services,
        { ...place, caller },
        [{ date: record.from, before: before?.from }],
        keptNbEffects(record, { others: others.map((other) => other.record), stored: before }),
      ),
  ],
  completed: (record, { caller }) => ({ ...record, accountId: accountOf(caller) }),
  actions: ["createEnergyTerms", "putEnergyTerms", "deleteEnergyTerms"],
});
export const listEnergyTerms: Handler<"listEnergyTerms"> = async (services, at) => {
  if (!await isBoilerRoom(services, at)) return { ok: false, code: "not-found" };
  const { answer } = await terms.list(services, at);
  return { ok: true, answer: answer.map(withoutAuthor) };
};
export const createEnergyTerms = terms.create;
export const putEnergyTerms = terms.put;
export const deleteEnergyTerms = terms.remove;

export const getPriceIndexes: Handler<"getPriceIndexes"> = async ({ store }, { projectId }) => {
  const entry = await readEntry(store, keys.priceIndexes(projectId), priceIndexesRecord);
  const stored = entry.value?.values ?? [];
  const authorOf = await readAuthors(store, stored.flatMap(({ accountId }) => accountId ?? []));
  const values = stored.map(({ accountId, ...value }) => ({
    ...value,
    enteredBy: accountId === null ? "" : authorText(authorOf(accountId)),
  }));
  return { ok: true, answer: { values, version: versionOf(entry) } };
};

/** Writes the whole list of a residence: a value that does not change keeps its author. @spec settlement.indexes */
export const putPriceIndexes: Handler<"putPriceIndexes"> = (
  services,
  { projectId, body: { version, values } },
  caller,
) => {
  const change = { caller, action: "putPriceIndexes", projectId } as const;
  return transact(services, change, async (atomic) => {
    const key = keys.priceIndexes(projectId);
    const entry = await readEntry(services.store, key, priceIndexesRecord);
    if (!isCurrent(version, entry)) return { ok: false, code: "conflict" };
    const authors = new Map(
      (entry.value?.values ?? []).map(({ accountId, ...value }) => [valueText(value), accountId]),
    );
    const own = accountOf(caller);
    const authored = values.map((value) => {
      const text = valueText(value);
      return { ...value, accountId: authors.has(text) ? authors.get(text) ?? null : own };
    });
    atomic.set(key, { values: authored });
    return { ok: true, answer: null, subject: countText(values.length, "valeur", "valeurs") };
  });
};

function valueText(
  { indexName, month, value, origin, publishedOn = null }: TypedIndexValue,
): string {
  return JSON.stringify([indexName, month, value, origin, publishedOn]);
}
