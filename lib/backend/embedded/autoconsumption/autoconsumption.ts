import { isCurrent, versioned, versionOf } from "@/lib/backend/embedded/saving.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { write } from "@/lib/backend/embedded/writes.ts";
import { readMembers, readOperation } from "@/lib/backend/records/autoconsumption.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import type { AUTOCONSUMPTION_CALLS } from "@/lib/contract/calls/autoconsumption.ts";
import type { Backend, Input, Outcome } from "@/lib/contract/catalogue.ts";
import type { AutoconsumptionInfo } from "@/lib/domain/autoconsumption/types.ts";
import { consumersOf, putConsumerStatus } from "./consumers.ts";
import { getAutoconsumptionData } from "./data.ts";
import { eraseConsumer, exportConsumer } from "./people.ts";
import { producersOf } from "./producers.ts";

/** Collective self-consumption. */
export function autoconsumptionArea(services: Services) {
  const [producers, consumers] = [producersOf(services), consumersOf(services)];
  return {
    getAutoconsumptionData: (input, caller) => getAutoconsumptionData(services, input, caller),
    getAutoconsumptionConfig: ({ projectId }) => getConfig(services, projectId),
    putAutoconsumptionInfo: (input, caller) => putInfo(services, input, caller),
    createProducer: producers.create,
    putProducer: producers.put,
    deleteProducer: producers.remove,
    createConsumer: consumers.create,
    putConsumer: consumers.put,
    putConsumerStatus: (input, caller) => putConsumerStatus(services, input, caller),
    exportConsumer: (input, caller) => exportConsumer(services, input, caller),
    eraseConsumer: (input, caller) => eraseConsumer(services, input, caller),
    deleteConsumer: consumers.remove,
  } satisfies Pick<Backend, keyof typeof AUTOCONSUMPTION_CALLS>;
}

/** What stands for an operation until one is declared: it has no name. */
const UNDECLARED: AutoconsumptionInfo = {
  name: "",
  operationNumber: "",
  startDate: null,
  sharing: "full-dynamic",
};

async function getConfig(
  services: Services,
  projectId: string,
): Promise<Outcome<"getAutoconsumptionConfig">> {
  const [operation, { producers, consumers }] = await Promise.all([
    readOperation(services, projectId),
    readMembers(services, projectId),
  ]);
  return {
    ok: true,
    answer: {
      info: operation.value ?? UNDECLARED,
      infoVersion: versionOf(operation),
      producers: producers.map(versioned),
      consumers: consumers.map(versioned),
    },
  };
}

function putInfo(
  services: Services,
  { projectId, body }: Input<"putAutoconsumptionInfo">,
  caller: Caller,
): Promise<Outcome<"putAutoconsumptionInfo">> {
  const { version, ...info } = body;
  const change = { caller, action: "putAutoconsumptionInfo", projectId } as const;
  return write(services, change, async (atomic) => {
    const entry = await readOperation(services, projectId);
    if (!isCurrent(version, entry)) return { ok: false, code: "conflict" };
    atomic.set(entry.key, info);
    return { ok: true, answer: null, subject: info.name };
  });
}
