import type { State } from "@/lib/web/state.ts";

/** Whether mails wait on this machine, where `deno task mail` writes them: its settings name no server that sends them. */
export function mailsWait({ platform: { options } }: Pick<State, "platform">): boolean {
  return options.upstream === null && (options.mail?.carrier ?? null) === null;
}
