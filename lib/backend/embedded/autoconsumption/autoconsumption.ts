import { isCurrent, versioned, versionOf } from "@/lib/backend/embedded/saving.ts";
import { bound, type Handler, type Services } from "@/lib/backend/embedded/services.ts";
import { write } from "@/lib/backend/embedded/writes.ts";
import { readMembers, readOperation } from "@/lib/backend/records/autoconsumption.ts";
import type { AUTOCONSUMPTION_CALLS } from "@/lib/contract/calls/autoconsumption.ts";
import type { Backend } from "@/lib/contract/catalogue.ts";
import type { AutoconsumptionInfo } from "@/lib/domain/autoconsumption/types.ts";
import { consumersOf, putConsumerStatus } from "./consumers.ts";
import { getAutoconsumptionData } from "./data.ts";
import { eraseConsumer, exportConsumer } from "./people.ts";
import { producersOf } from "./producers.ts";

/** Collective self-consumption. */
export function autoconsumptionArea(services: Services) {
  const [producers, consumers] = [producersOf(services), consumersOf(services)];
  return {
    ...bound(services, {
      getAutoconsumptionData,
      getAutoconsumptionConfig,
      putAutoconsumptionInfo,
      putConsumerStatus,
      exportConsumer,
      eraseConsumer,
    }),
    createProducer: producers.create,
    putProducer: producers.put,
    deleteProducer: producers.remove,
    createConsumer: consumers.create,
    putConsumer: consumers.put,
    deleteConsumer: consumers.remove,
  } satisfies Pick<Backend, keyof typeof AUTOCONSUMPTION_CALLS>;
}

/** Placeholder of an operation before it is declared. */
const UNDECLARED: AutoconsumptionInfo = {
  name: "",
  operationNumber: "",
  startDate: null,
  sharing: "full-dynamic",
};

const getAutoconsumptionConfig: Handler<"getAutoconsumptionConfig"> = async (services, input) => {
  const { projectId } = input;
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
};

const putAutoconsumptionInfo: Handler<"putAutoconsumptionInfo"> = (services, input, caller) => {
  const { projectId, body } = input;
  const { version, ...info } = body;
  const change = { caller, action: "putAutoconsumptionInfo", projectId } as const;
  return write(services, change, async (atomic) => {
    const entry = await readOperation(services, projectId);
    if (!isCurrent(version, entry)) return { ok: false, code: "conflict" };
    atomic.set(entry.key, info);
    return { ok: true, answer: null, subject: info.name };
  });
};
