/** What an organisation shares between its residences, and who may change it. @module */

interface Contract {
  readonly allprojects: boolean;
  readonly projects: readonly string[];
  readonly dates: readonly { readonly providerId: string }[];
}

interface Request {
  readonly projects: readonly string[];
  readonly providerId: string;
  readonly contractId: string;
  readonly typedocId: string;
}

/** The contracts and requests of an organisation, by id, and its residences. */
export interface SharedRegisters {
  readonly contracts: ReadonlyMap<string, Contract>;
  readonly requests: ReadonlyMap<string, Request>;
  readonly every: readonly string[];
}

/** A record that residences share. */
export interface SharedRecord {
  readonly kind: "provider" | "contract" | "typedoc" | "request";
  readonly id: string;
}

/** The residences on which a user may request documents. */
export interface Reach {
  readonly isAdmin: boolean;
  readonly own: ReadonlySet<string>;
}

/** What a shared record concerns. */
interface Concerned {
  readonly projects: ReadonlySet<string>;
  /** Its requests: the residences of their documents are concerned too. */
  readonly requestIds: readonly string[];
}

/**
 * True when a user may change all of a record that residences share: they request documents on every residence it
 * concerns, or also administer the organisation.
 *
 * @spec contracting.shared
 */
export function mayChangeShared(concerned: Iterable<string>, { isAdmin, own }: Reach): boolean {
  return isAdmin || [...concerned].every((id) => own.has(id));
}

/**
 * The residences that a record concerns: those of the record itself, of the contracts of a provider, and of its requests.
 *
 * @spec contracting.shared
 */
export function concernedBy(
  { kind, id }: SharedRecord,
  { contracts, requests, every }: SharedRegisters,
): Concerned {
  const ofContract = (contract: Contract | undefined) =>
    contract?.allprojects ? every : contract?.projects ?? [];
  const own = [...contracts].filter(([contractId, { dates }]) =>
    kind === "provider"
      ? dates.some(({ providerId }) => providerId === id)
      : kind === "contract" && contractId === id
  );
  const requested = [...requests].filter(([requestId, request]) =>
    (kind === "request" ? requestId : request[ID_OF[kind]]) === id
  );
  const projects = new Set([
    ...own.flatMap(([, contract]) => ofContract(contract)),
    // A request without residences is on those of its contract.
    ...requested.flatMap(([, { projects, contractId }]) =>
      projects.length > 0 ? projects : ofContract(contracts.get(contractId))
    ),
  ]);
  return { projects, requestIds: requested.map(([requestId]) => requestId) };
}

const ID_OF = { provider: "providerId", contract: "contractId", typedoc: "typedocId" } as const;
