import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  concernedBy,
  mayChangeShared,
  type SharedRecord,
  type SharedRegisters,
} from "@/lib/documents/sharing.ts";

const EVERY = ["p1", "p2", "p3"];
const inCharge = (...ids: string[]) => ids.map((providerId) => ({ providerId }));

const REGISTERS: SharedRegisters = {
  every: EVERY,
  contracts: new Map([
    ["c1", { allprojects: false, projects: ["p1"], dates: inCharge("v1") }],
    ["c2", { allprojects: true, projects: [], dates: inCharge("v2", "v3") }],
    ["c3", { allprojects: false, projects: [], dates: [] }],
  ]),
  requests: new Map([
    ["r1", { projects: ["p2"], providerId: "v1", contractId: "c1", typedocId: "t1" }],
    ["r2", { projects: [], providerId: "v4", contractId: "c1", typedocId: "t2" }],
  ]),
};

function concerned(kind: SharedRecord["kind"], id: string) {
  const { projects, requestIds } = concernedBy({ kind, id }, REGISTERS);
  return [[...projects], requestIds];
}

// @spec contracting.shared
Deno.test("concernedBy() counts a provider's contracts at any date, and its requests", () => {
  deepStrictEqual(concerned("provider", "v1"), [["p1", "p2"], ["r1"]]);
  deepStrictEqual(concerned("provider", "v3"), [EVERY, []]);
  // A request without residences is on those of its contract.
  deepStrictEqual(concerned("provider", "v4"), [["p1"], ["r2"]]);
  deepStrictEqual(concerned("provider", "v5"), [[], []]);
});

// @spec contracting.shared
Deno.test("concernedBy() counts the residences of contracts, document types and requests", () => {
  deepStrictEqual(concerned("contract", "c1"), [["p1", "p2"], ["r1", "r2"]]);
  deepStrictEqual(concerned("contract", "c2"), [EVERY, []]);
  deepStrictEqual(concerned("contract", "c3"), [[], []]);
  deepStrictEqual(concerned("typedoc", "t1"), [["p2"], ["r1"]]);
  deepStrictEqual(concerned("request", "r2"), [["p1"], ["r2"]]);
});

// @spec contracting.shared
Deno.test("mayChangeShared() wants every residence, or an administrator", () => {
  const own = new Set(["p1", "p2"]);
  strictEqual(mayChangeShared(["p1", "p2"], { isAdmin: false, own }), true);
  strictEqual(mayChangeShared(["p1", "p3"], { isAdmin: false, own }), false);
  strictEqual(mayChangeShared(["p1", "p3"], { isAdmin: true, own }), true);
  strictEqual(mayChangeShared([], { isAdmin: false, own: new Set() }), true);
});
