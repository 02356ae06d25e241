import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import { PasswordHasher, PasswordWorkerFailed } from "@/lib/backend/accounts/password_hasher.ts";
import { IDLE } from "@/lib/backend/accounts/password_task.ts";
import { ROOT } from "@/tools/files.ts";

const TASK = { password: new TextEncoder().encode("x"), phc: "" };

/** Answers each task, and fails on the password "fail". */
const OBEDIENT = script(`self.onmessage = ({ data }) => {
  if (new TextDecoder().decode(data.password) === "fail") throw new Error("out of memory");
  self.postMessage({ isRight: true });
};`);

/** Counts its tasks in the answers; says it is idle after each. */
const IDLING = script(`let count = 0;
self.onmessage = () => { self.postMessage({ isRight: ++count === 1 }); self.postMessage("${IDLE}"); };`);

Deno.test("isPassword() leaves no memory of past hashes behind (forty, in a process of their own)", async () => {
  const args = ["run", "-A", "--no-check", "--lock=tests/deno.lock"];
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: [...args, "tests/backend/accounts/resident_memory_of_hashes.ts"],
    cwd: ROOT,
    stderr: "inherit",
  }).output();
  const leftMiB = Number(new TextDecoder().decode(stdout));
  // The Worker with the memory of one hash is about 60; forty hashes that stayed would be 760.
  ok(leftMiB > 0 && leftMiB < 120, `${leftMiB} MiB`);
});

Deno.test("PasswordHasher starts its Worker with the first password", async () => {
  const hasher = new PasswordHasher(OBEDIENT);
  strictEqual(hasher.isRunning, false);
  deepStrictEqual(await hasher.answer(TASK), { isRight: true });
  strictEqual(hasher.isRunning, true);
  hasher.close();
  strictEqual(hasher.isRunning, false);
});

Deno.test("PasswordHasher rejects the password its Worker failed on, and serves the next ones", async () => {
  const hasher = new PasswordHasher(OBEDIENT);
  const failing = hasher.answer({ ...TASK, password: new TextEncoder().encode("fail") });
  const next = hasher.answer(TASK);
  await rejects(failing, PasswordWorkerFailed);
  deepStrictEqual(await next, { isRight: true });
  hasher.close();
});

Deno.test("PasswordHasher rejects when its script cannot be loaded", async () => {
  const hasher = new PasswordHasher(new URL("./no_such_worker.ts", import.meta.url));
  await rejects(hasher.answer(TASK), PasswordWorkerFailed);
  strictEqual(hasher.isRunning, false);
});

Deno.test("PasswordHasher ends an idle Worker, and starts another for the next password", async () => {
  const hasher = new PasswordHasher(IDLING);
  const ended = Promise.withResolvers<void>();
  const terminate = Worker.prototype.terminate;
  Worker.prototype.terminate = function () {
    terminate.call(this);
    ended.resolve();
  };
  try {
    deepStrictEqual(await hasher.answer(TASK), { isRight: true });
    await ended.promise;
  } finally {
    Worker.prototype.terminate = terminate;
  }
  strictEqual(hasher.isRunning, false);
  deepStrictEqual(await hasher.answer(TASK), { isRight: true });
  hasher.close();
});

Deno.test("PasswordHasher.close() ends the Worker after those that wait, and after each later one", async () => {
  const hasher = new PasswordHasher(OBEDIENT);
  const answers = [hasher.answer(TASK), hasher.answer(TASK)];
  hasher.close();
  deepStrictEqual(await Promise.all(answers), [{ isRight: true }, { isRight: true }]);
  strictEqual(hasher.isRunning, false);
  deepStrictEqual(await hasher.answer(TASK), { isRight: true });
  strictEqual(hasher.isRunning, false);
});

function script(text: string): URL {
  return new URL(`data:text/javascript,${encodeURIComponent(text)}`);
}
