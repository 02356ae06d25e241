/** Settings without rate limits: loads come from one address, and often from one account. */
export const UNLIMITED = {
  RATE_API: "1000000",
  RATE_ADDRESS: "1000000",
  RATE_COLLECTOR: "1000000",
} as const;
