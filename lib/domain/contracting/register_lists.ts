import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import type { RegisterRules } from "@/lib/domain/tables/register.ts";
import type { TableSort } from "@/lib/domain/tables/table_state.ts";
import { inChargeOn } from "./contract_dates.ts";
import type { Contract, DocumentRequest, Provider, Typedoc } from "./types.ts";

/** The registers of an organisation, as their lists name each other. */
export interface Registers {
  readonly providers: readonly Provider[];
  readonly contracts: readonly Contract[];
  readonly typedocs: readonly Typedoc[];
  readonly requests: readonly DocumentRequest[];
}

/** A provider with how often it is named. */
export interface ProviderLine extends Provider {
  readonly contractCount: number;
  /** Of open requests. */
  readonly requestCount: number;
}

/** A contract with who is in charge of it today; "" for nobody. */
export interface ContractLine extends Contract {
  readonly providerName: string;
}

/** A request with the names of what it is about. */
export interface RequestLine extends DocumentRequest {
  readonly typedocName: string;
  readonly providerName: string;
  readonly contractName: string;
}

export function providerLines({ providers, contracts, requests }: Registers): ProviderLine[] {
  return providers.map((provider) => ({
    ...provider,
    contractCount:
      contracts.filter(({ dates }) => dates.some(({ providerId }) => providerId === provider.id))
        .length,
    requestCount:
      requests.filter(({ close, providerId }) => !close && providerId === provider.id).length,
  }));
}

export function contractLines({ providers, contracts }: Registers, today: IsoDate): ContractLine[] {
  return contracts.map((contract) => ({
    ...contract,
    providerName: nameIn(providers, inChargeOn(contract.dates, today)?.providerId),
  }));
}

export function requestLines(
  { providers, contracts, typedocs, requests }: Registers,
): RequestLine[] {
  return requests.map((request) => ({
    ...request,
    typedocName: nameIn(typedocs, request.typedocId),
    providerName: nameIn(providers, request.providerId),
    contractName: nameIn(contracts, request.contractId),
  }));
}

function nameIn(all: readonly { id: string; name: string }[], id: string | undefined): string {
  return all.find((one) => one.id === id)?.name ?? "";
}

const BY_NAME: TableSort = { field: "name", direction: "asc" };

export const PROVIDER_RULES: RegisterRules<ProviderLine> = {
  order: BY_NAME,
  words: ({ name, emails }) => [name, ...emails],
  filters: { archived: ({ archived }) => String(archived) },
  sorts: {
    name: ({ name }) => name,
    emails: ({ emails }) => emails.join(" "),
    contracts: ({ contractCount }) => contractCount,
    requests: ({ requestCount }) => requestCount,
    archived: ({ archived }) => archived ? 1 : 0,
  },
};

export const CONTRACT_RULES: RegisterRules<ContractLine> = {
  order: BY_NAME,
  words: ({ name, code, providerName }) => [name, code, providerName],
  filters: {
    equipment: ({ equipment }) => equipment ?? "",
    provider: ({ providerName }) => providerName,
  },
  sorts: {
    name: ({ name }) => name,
    code: ({ code }) => code || null,
    equipment: ({ equipment }) => equipment,
    provider: ({ providerName }) => providerName || null,
    residences: ({ nbProjects }) => nbProjects,
  },
};

export const TYPEDOC_RULES: RegisterRules<Typedoc> = {
  order: BY_NAME,
  words: ({ name, values }) => [name, ...values.map((value) => value.name)],
  filters: {
    equipment: ({ equipment }) => equipment ?? "",
    archived: ({ archived }) => String(archived),
  },
  sorts: {
    name: ({ name }) => name,
    equipment: ({ equipment }) => equipment,
    rate: ({ defaultRate }) => defaultRate,
    values: ({ values }) => values.length,
    archived: ({ archived }) => archived ? 1 : 0,
  },
};

export const REQUEST_RULES: RegisterRules<RequestLine> = {
  order: { field: "typedoc", direction: "asc" },
  words: ({ typedocName, providerName, contractName }) => [
    typedocName,
    providerName,
    contractName,
  ],
  filters: {
    provider: ({ providerName }) => providerName,
    typedoc: ({ typedocName }) => typedocName,
    close: ({ close }) => String(close),
  },
  sorts: {
    typedoc: ({ typedocName, providerName }) => [typedocName, providerName],
    provider: ({ providerName }) => providerName,
    contract: ({ contractName }) => contractName,
    residences: ({ projects }) => projects.length,
    firstRequest: ({ firstRequest }) => firstRequest,
    rate: ({ rate }) => rate,
    close: ({ close }) => close ? 1 : 0,
  },
};
