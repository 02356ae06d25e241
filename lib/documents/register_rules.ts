/** Rules of registers: periods in charge, rates, and the lines of their lists. @module */

import type { IsoDate } from "@/lib/base/civil_dates.ts";
import type { Contract, DocumentRequest, Provider, Typedoc } from "./schema.ts";

/** Period in which a provider is in charge of a contract, bounds included; null for no end. */
interface ChargeDates {
  readonly startDate: IsoDate;
  readonly endDate: IsoDate | null;
}

/** Whether another provider is in charge on one of these days. @spec contracting.contracts */
export function overlapsCharge(
  { startDate, endDate }: ChargeDates,
  others: readonly ChargeDates[],
): boolean {
  return others.some((other) =>
    (endDate === null || other.startDate <= endDate) &&
    (other.endDate === null || other.endDate >= startDate)
  );
}

/** The provider in charge on a day; null for none. */
export function inChargeOn<Charge extends ChargeDates>(
  charges: readonly Charge[],
  day: IsoDate,
): Charge | null {
  return charges.find(({ startDate, endDate }) =>
    startDate <= day && (endDate === null || day <= endDate)
  ) ?? null;
}

/** Label of the number of months between occurrences. @spec contracting.rates */
export function rateLabel(rate: number): string {
  if (rate === 0) return "Ponctuelle";
  if (isYearly(rate)) return rate === 12 ? "Tous les ans" : `Tous les ${rate / 12} ans`;
  return rate === 1 ? "Tous les mois" : `Tous les ${rate} mois`;
}

/** Initial values of a request. */
type RequestDefaults = Pick<DocumentRequest, "reminder" | "nbDaysForNewDeadline" | "rate">;

/** For an inspection repeated every year or every few years. */
export const YEARLY_DEFAULTS: RequestDefaults = {
  reminder: 60,
  nbDaysForNewDeadline: 90,
  rate: 12,
};

/** For readings every few months and one-off documents: a missing paper is sent within days. */
const OTHER_DEFAULTS: RequestDefaults = { reminder: 62, nbDaysForNewDeadline: 15, rate: 2 };

/** Initial values of a request for a document type. @spec contracting.rates */
export function requestDefaults({ defaultRate }: { defaultRate: number }): RequestDefaults {
  const defaults = isYearly(defaultRate) ? YEARLY_DEFAULTS : OTHER_DEFAULTS;
  return { ...defaults, rate: defaultRate };
}

function isYearly(rate: number): boolean {
  return rate > 0 && rate % 12 === 0;
}

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
