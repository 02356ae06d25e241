import { type ErrorCode, ERRORS } from "@/lib/contract/errors.ts";
import type { InputIssue } from "@/lib/contract/http/parse_input.ts";

/** A refusal, as the caller receives it. */
export interface Failure<Code extends ErrorCode> {
  readonly ok: false;
  readonly code: Code;
  readonly status: number;
  readonly message: string;
  readonly retryAt?: string;
  readonly issues?: readonly InputIssue[];
  readonly unread?: readonly string[];
}

/** Fields of a refusal besides its code. */
interface FailureFacts {
  retryAt?: number;
  progress?: number;
  issues?: readonly InputIssue[];
}

/** A refusal, with its status and its English message. */
export function failure<Code extends ErrorCode>(
  code: Code,
  { retryAt, progress, issues }: FailureFacts = {},
): Failure<Code> {
  const { status, message } = ERRORS[code];
  return {
    ok: false,
    code,
    status,
    message,
    ...(retryAt !== undefined && { retryAt: new Date(retryAt).toISOString() }),
    ...(progress !== undefined && { progress }),
    ...(issues && { issues }),
  };
}
