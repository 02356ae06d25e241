import type { Call } from "@/lib/contract/call.ts";
import { codesByStatus, type ServedFacts } from "@/lib/contract/statuses.ts";

const ERROR_CONTENT = {
  "application/json": { schema: { $ref: "#/components/schemas/Error" } },
} as const;

const WAIT_HEADERS = {
  "Retry-After": { description: "Seconds until one may ask again", schema: { type: "integer" } },
  "RateLimit-Reset": {
    description: "Seconds until one may ask again",
    schema: { type: "integer" },
  },
  "X-RateLimit-Reset": {
    description: "When one may ask again, seconds since 1970",
    schema: { type: "integer" },
  },
} as const;

/** The responses of an OpenAPI operation for the refusals of its call, each with its codes. */
export function refusals(call: Call, facts: ServedFacts): Record<string, unknown> {
  const byStatus = codesByStatus(call, facts);
  return Object.fromEntries(
    [...byStatus].sort(([a], [b]) => a - b).map(([status, codes]) => [String(status), {
      description: codes.join(", "),
      content: ERROR_CONTENT,
      ...(status === 429 || status === 503 ? { headers: WAIT_HEADERS } : {}),
    }]),
  );
}
