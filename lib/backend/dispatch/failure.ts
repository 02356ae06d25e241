import { type ErrorCode, ERRORS } from "@/lib/contract/errors.ts";
import type { InputIssue } from "@/lib/contract/http/parse_input.ts";
import type { Asked } from "@/lib/domain/forms/effects.ts";

/** A refusal, as the caller receives it. */
export interface Failure<Code extends ErrorCode> extends Partial<Asked> {
  readonly ok: false;
  readonly code: Code;
  readonly status: number;
  readonly message: string;
  readonly retryAt?: string;
  readonly issues?: readonly InputIssue[];
  readonly unread?: readonly string[];
}

/** Fields of a refusal besides its code. */
interface FailureFacts extends Partial<Asked> {
  retryAt?: number;
  progress?: number;
  issues?: readonly InputIssue[];
}

/** A refusal, with its status and its English message. */
export function failure<Code extends ErrorCode>(
  code: Code,
  { retryAt, progress, issues, effects, confirmation }: FailureFacts = {},
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
    ...(effects && { effects }),
    ...(confirmation && { confirmation }),
  };
}
