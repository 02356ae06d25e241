import { keys } from "@/lib/store/keys.ts";
import type { TestPlatform } from "./a_platform.ts";

/** Id of the mail that {@link writeGivenUpMail} writes. */
export const GIVEN_UP = "ml1";

/** Writes a mail that was given up. */
export async function writeGivenUpMail({ store, clock }: TestPlatform, to: string): Promise<void> {
  const now = clock.now();
  const givenUp = {
    to,
    name: "",
    kind: "test",
    sealed: "",
    queuedAt: now,
    expiresAt: now,
    attempts: 3,
    nextAt: now,
    state: "failed",
    lastError: "550 no such user",
  };
  await store.atomic().set(keys.outboxFailed(GIVEN_UP), givenUp).commit();
}
