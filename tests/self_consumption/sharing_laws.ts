import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { SharingKind } from "@/lib/self_consumption/schema.ts";
import { type Claim, sharedParts, useOfProduction } from "@/lib/self_consumption/sharing.ts";
import { law } from "@/tests/helpers/laws_of_values.ts";
import { fc } from "@/tests/npm/fast_check.ts";

const KINDS: readonly SharingKind[] = ["static", "dynamic", "full-dynamic"];

/**
 * Up to 100,000 kWh in an hour: products of two such amounts exceed the exact range of a number.
 */
const amount = fc.oneof(fc.nat(20), fc.nat(5_000_000), fc.nat(100_000_000_000));
const percent = fc.option(fc.double({ min: 0, max: 100, noNaN: true }));
const kind = fc.constantFrom(...KINDS);
const claims = fc.array(fc.record({ consumed: amount, sharePercent: percent }), { maxLength: 20 })
  .map((some): Claim[] => some.map((one, rank) => ({ id: `c${rank}`, ...one })));

/** Two hours, in each of which a meter was read or not. */
const reading = fc.option(amount);
const meter = fc.tuple(reading, reading).map(([first, second]) => ({
  amounts: [first, second],
  coveredS: [first, second].map((one) => one === null ? 0 : 3_600),
}));
const operation = fc.record({
  sharing: kind,
  producers: fc.array(meter, { maxLength: 3 }),
  consumers: fc.array(fc.record({ meter, sharePercent: percent }), { maxLength: 6 }),
}).map(({ sharing, producers, consumers }) => ({
  sharing,
  startDate: "2026-01-01",
  hours: [{ date: "2026-06-01", lengthS: 3_600 }, { date: "2026-06-01", lengthS: 3_600 }],
  producers,
  consumers: consumers.map(({ meter, sharePercent }, rank) => ({
    id: `c${rank}`,
    sharePercent,
    presences: [{ fromDate: "2026-01-01", toDate: null }],
    telling: "detailed" as const,
    ...meter,
  })),
}));

const AMOUNTS = [
  "producedKWh",
  "consumedKWh",
  "selfConsumedKWh",
  "surplusKWh",
  "fromGridKWh",
] as const;

/** Properties of the sharing of a production. */
export const SHARING_LAWS = [
  law(
    "sharedParts() gives integer parts, to each at most their consumption, to all no more than is produced",
    fc.property(kind, amount, claims, (kind, produced, claims) => {
      const parts = sharedParts(kind, produced, claims);
      strictEqual(parts.length, claims.length);
      parts.forEach((part, rank) => {
        ok(Number.isSafeInteger(part) && part >= 0 && part <= (claims[rank]?.consumed ?? 0));
      });
      ok(totalOf(parts) <= produced);
    }),
  ),
  law(
    "sharedParts() leaves nothing that a consumer could use, except by static shares",
    fc.property(amount, claims, (produced, claims) => {
      const consumed = totalOf(claims.map((claim) => claim.consumed));
      const usable = Math.min(produced, consumed);
      strictEqual(totalOf(sharedParts("dynamic", produced, claims)), usable);
      strictEqual(totalOf(sharedParts("full-dynamic", produced, claims)), usable);
      ok(totalOf(sharedParts("static", produced, claims)) <= usable);
    }),
  ),
  law(
    "sharedParts() gives each the same for any order of the consumers",
    fc.property(
      kind,
      amount,
      claims,
      fc.infiniteStream(fc.nat()),
      (kind, produced, claims, keys) => {
        const order = claims.map((claim) => ({ claim, key: keys.next().value ?? 0 }))
          .sort((a, b) => a.key - b.key).map(({ claim }) => claim);
        deepStrictEqual(partsById(kind, produced, order), partsById(kind, produced, claims));
      },
    ),
  ),
  law(
    "useOfProduction() of the hours adds up to that of the day, and the uses to what is produced",
    fc.property(operation, (operation) => {
      const hours = [{ segment: "h0", from: 0, to: 1 }, { segment: "h1", from: 1, to: 2 }];
      const [day] = useOfProduction(operation, [{ segment: "day", from: 0, to: 2 }], "days");
      const parts = useOfProduction(operation, hours, "hours");
      for (const name of AMOUNTS) {
        const known = parts.flatMap((slot) => slot[name] ?? []).map(millionths);
        strictEqual(day?.[name] ?? null, known.length === 0 ? null : totalOf(known) / 1e6, name);
      }
      for (const { producedKWh, consumedKWh, selfConsumedKWh, surplusKWh, fromGridKWh } of parts) {
        if (selfConsumedKWh === null || surplusKWh === null) continue;
        strictEqual(millionths(producedKWh), millionths(selfConsumedKWh) + millionths(surplusKWh));
        strictEqual(millionths(consumedKWh), millionths(selfConsumedKWh) + millionths(fromGridKWh));
      }
    }),
  ),
];

function partsById(kind: SharingKind, produced: number, claims: readonly Claim[]) {
  const parts = sharedParts(kind, produced, claims);
  return Object.fromEntries(
    claims.map(({ id }, rank) => [id, parts[rank]] as const).sort(([a], [b]) => a < b ? -1 : 1),
  );
}

function totalOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, one) => sum + one, 0);
}

function millionths(kWh: number | null): number {
  return Math.round((kWh ?? 0) * 1e6);
}
