import { deepStrictEqual } from "node:assert/strict";
import { contractLines, providerLines, requestLines } from "@/lib/documents/register_rules.ts";
import type { Contract, DocumentRequest, Provider, Typedoc } from "@/lib/documents/schema.ts";

const VERSION = "1";

function aProvider(id: string, name: string): Provider {
  return { id, organizationId: "o1", name, emails: [], archived: false, version: VERSION };
}

/** A contract with consecutive providers: the id, first and last day of each. */
function aContract(
  id: string,
  ...charges: readonly (readonly [string, string, string | null])[]
): Contract {
  const dates = charges.map(([providerId, startDate, endDate], rank) => ({
    id: `${id}-${rank}`,
    startDate,
    endDate,
    providerId,
    contractId: id,
  }));
  return {
    id,
    name: `Contrat ${id}`,
    code: "",
    contact: "",
    equipment: null,
    dates,
    nbProjects: 0,
    allprojects: true,
    projects: [],
    version: VERSION,
  };
}

function aRequest(id: string, over: Partial<DocumentRequest>): DocumentRequest {
  return {
    id,
    projects: [],
    firstRequest: "2026-01-31",
    rate: 1,
    reminder: 0,
    nbDaysForNewDeadline: 0,
    close: false,
    providerId: "p1",
    typedocId: "t1",
    contractId: "c1",
    version: VERSION,
    ...over,
  };
}

const CARNET: Typedoc = {
  id: "t1",
  name: "Carnet sanitaire",
  organizationId: "o1",
  equipment: null,
  defaultRate: 1,
  multiple: false,
  archived: false,
  values: [],
  version: VERSION,
};

const PROVIDERS = [aProvider("p1", "Aquacontrol"), aProvider("p2", "Thermie")];
const CONTRACTS = [
  aContract("c1", ["p1", "2025-01-01", "2025-12-31"], ["p2", "2026-01-01", null]),
  aContract("c2", ["p1", "2025-01-01", "2025-12-31"], ["p1", "2026-03-01", null]),
  aContract("c3"),
];

// @spec contracting.contracts
Deno.test("providerLines() count each contract of a provider once, and its open requests", () => {
  const requests = [
    aRequest("r1", {}),
    aRequest("r2", { close: true }),
    aRequest("r3", { providerId: "p2" }),
    aRequest("r4", {}),
  ];
  const lines = providerLines({ providers: PROVIDERS, contracts: CONTRACTS, requests });
  deepStrictEqual(lines, [
    { ...PROVIDERS[0], contractCount: 2, requestCount: 2 },
    { ...PROVIDERS[1], contractCount: 1, requestCount: 1 },
  ]);
});

// @spec contracting.contracts
Deno.test("contractLines() name the provider of the day, and none between two providers", () => {
  const namesOn = (day: string) =>
    contractLines({ providers: PROVIDERS, contracts: CONTRACTS }, day)
      .map(({ id, providerName }) => [id, providerName]);
  deepStrictEqual(namesOn("2025-12-31"), [["c1", "Aquacontrol"], ["c2", "Aquacontrol"], [
    "c3",
    "",
  ]]);
  deepStrictEqual(namesOn("2026-01-01"), [["c1", "Thermie"], ["c2", ""], ["c3", ""]]);
});

// @spec contracting.requests
Deno.test("requestLines() name the entities of each request, and are blank for deleted ones", () => {
  const requests = [
    aRequest("r1", { providerId: "p2", contractId: "c2" }),
    aRequest("r2", { providerId: "p9", contractId: "c9", typedocId: "t9" }),
  ];
  const registers = { providers: PROVIDERS, contracts: CONTRACTS, typedocs: [CARNET], requests };
  deepStrictEqual(
    requestLines(registers).map(({ typedocName, providerName, contractName }) => [
      typedocName,
      providerName,
      contractName,
    ]),
    [["Carnet sanitaire", "Thermie", "Contrat c2"], ["", "", ""]],
  );
});
