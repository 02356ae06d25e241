import { type Answer, type CallName, CALLS, type Input } from "@/lib/app/catalogue.ts";
import type { ReaderInProcess } from "./reader_in_process.ts";

export type AskAnswer = <Name extends CallName>(
  name: Name,
  input: Input<Name>,
) => Promise<Answer<Name>>;

/** Returns a function that makes calls as the reader. @throws Error when one is refused */
export async function answersByCall({ platform, sessionId }: ReaderInProcess): Promise<AskAnswer> {
  const caller = await platform.identities.bySession(sessionId);
  const context = { caller, clientAddress: "127.0.0.1", requestId: "bench" };
  return async (name, input) => {
    const result = await platform.dispatcher.answer(CALLS[name], input, context);
    if (!result.ok) throw new Error(`${name} refused: ${result.code}`);
    return result.answer;
  };
}
