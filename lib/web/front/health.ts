import type { Platform } from "@/lib/backend/choose.ts";
import { keys } from "@/lib/backend/kv/keys.ts";

const TIMEOUT_MS = 2000;

/** Whether the store answers a read, within two seconds. */
export async function storeAnswers({ options }: Pick<Platform, "options">): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => late.resolve(false), TIMEOUT_MS);
  const read = options.store.get(keys.probe()).then(() => true, () => false);
  try {
    return await Promise.race([read, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
