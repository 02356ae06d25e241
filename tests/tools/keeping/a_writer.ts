/**
 * A process that writes numbered values one commit after another, and prints each acknowledged one:
 * `a_writer.ts PATH`. It ends with its standard input.
 * @module
 */
import { keys } from "@/lib/backend/kv/keys.ts";
import { openStore } from "@/lib/backend/kv/open.ts";

if (import.meta.main) {
  const store = await openStore(Deno.args[0] ?? "");
  let isAsked = true;
  const ended = new Response(Deno.stdin.readable).text().then(() => isAsked = false);
  for (let n = 0; isAsked; n++) {
    await store.atomic()
      .set(keys.version("left", String(n)), n)
      .set(keys.version("right", String(n)), n)
      .commit();
    console.log(n);
  }
  await ended;
  store.close();
}
