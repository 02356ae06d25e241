/**
 * The Worker that computes Argon2id hashes.
 *
 * Its WebAssembly memory grows to the size of one hash and is reused; it is freed with the Worker
 * (decision 082).
 *
 * @module
 */
import sodium from "libsodium-wrappers-sumo";
import { HASH_BYTES, IDLE, type PasswordAnswer, type PasswordTask } from "./password_task.ts";

/** Idle time after which the Worker asks to be ended, ms. */
const IDLE_MS = 10_000;

let idleTimer: ReturnType<typeof setTimeout> | undefined;

// Set before any await: an earlier message would be lost.
self.onmessage = async ({ data }: MessageEvent<PasswordTask>) => {
  clearTimeout(idleTimer);
  await sodium.ready;
  self.postMessage(answerTo(data));
  idleTimer = setTimeout(() => self.postMessage(IDLE), IDLE_MS);
};

function answerTo(task: PasswordTask): PasswordAnswer {
  if ("phc" in task) {
    return { isRight: sodium.crypto_pwhash_str_verify(task.phc, task.password) };
  }
  const { password, salt, cost: { memoryKiB, passes } } = task;
  const algorithm = sodium.crypto_pwhash_ALG_ARGON2ID13;
  return {
    hash: sodium.crypto_pwhash(HASH_BYTES, password, salt, passes, memoryKiB * 1024, algorithm),
  };
}
