import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import { inChargeOn } from "./contract_dates.ts";
import type { Contract, DocumentRequest, Provider, Typedoc } from "./types.ts";

/** The registers of an organisation, whose records refer to each other. */
export interface Registers {
  readonly providers: readonly Provider[];
  readonly contracts: readonly Contract[];
  readonly typedocs: readonly Typedoc[];
  readonly requests: readonly DocumentRequest[];
}

export interface ProviderLine extends Provider {
  readonly contractCount: number;
  /** Open requests only. */
  readonly requestCount: number;
}

/** A contract with the name of its current provider; "" for none. */
export interface ContractLine extends Contract {
  readonly providerName: string;
}

export interface RequestLine extends DocumentRequest {
  readonly typedocName: string;
  readonly providerName: string;
  readonly contractName: string;
}

export function providerLines(
  { providers, contracts, requests }: Omit<Registers, "typedocs">,
): ProviderLine[] {
  return providers.map((provider) => ({
    ...provider,
    contractCount:
      contracts.filter(({ dates }) => dates.some(({ providerId }) => providerId === provider.id))
        .length,
    requestCount:
      requests.filter(({ close, providerId }) => !close && providerId === provider.id).length,
  }));
}

export function contractLines(
  { providers, contracts }: Pick<Registers, "providers" | "contracts">,
  today: IsoDate,
): ContractLine[] {
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
