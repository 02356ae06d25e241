import { readConfig } from "@/fresh.config.ts";

/** Settings without rate limits: loads come from one address, and often from one account. */
export const UNLIMITED = {
  RATE_API: "1000000",
  RATE_ADDRESS: "1000000",
  RATE_COLLECTOR: "1000000",
} as const;

/** The rates of a platform with these settings; sign-ins stay limited as usual. */
export const UNLIMITED_RATES = readConfig(UNLIMITED).rates;
