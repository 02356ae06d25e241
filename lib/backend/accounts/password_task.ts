/** Cost of one hash; lower in tests. */
export interface PasswordCost {
  memoryKiB: number;
  passes: number;
}

export const HASH_BYTES = 32;
export const SALT_BYTES = 16;

/** A task of the password Worker: compare with a PHC string, or hash with a salt of {@link SALT_BYTES}. */
export type PasswordTask =
  | { password: Uint8Array; phc: string }
  | { password: Uint8Array; salt: Uint8Array; cost: PasswordCost };

export type PasswordAnswer = { isRight: boolean } | { hash: Uint8Array };

/** Posted by the Worker after some time without a task. */
export const IDLE = "idle";
