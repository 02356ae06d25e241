/** The end of a command-line tool: its exit code, and errors of its user in one sentence. @module */

import { ConfigError } from "@/fresh.config.ts";
import { StoreUnavailable } from "@/lib/store/store_errors.ts";

/** Error made by the user of a tool, whose message is shown alone. */
export class UserError extends Error {
  override name = "UserError";
}

/**
 * Reads a command line with `parseArgs`.
 *
 * @throws UserError for an unknown option, which the message of `parseArgs` names, with the usage
 */
export function readCommandLine<Read>(usage: string, read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    if (error instanceof TypeError) throw new UserError(`${error.message}\n${usage}`);
    throw error;
  }
}

/** Errors reported in one sentence. */
const SAID = [UserError, ConfigError, StoreUnavailable];

/**
 * Runs a tool, and prints an error of its user.
 *
 * @param sentenceOf what is said of another error; null when it is thrown
 * @returns the exit code: that of the work, 0 when it gives none, 1 after an error of the user
 */
export async function exitCode(
  work: () => Promise<number | void>,
  sentenceOf: (error: unknown) => string | null = () => null,
): Promise<number> {
  try {
    return await work() ?? 0;
  } catch (error) {
    const isSaid = error instanceof Error && SAID.some((kind) => error instanceof kind);
    const sentence = isSaid ? error.message : sentenceOf(error);
    if (sentence === null) throw error;
    console.error(sentence);
    return 1;
  }
}
