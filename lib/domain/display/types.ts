export type * from "./schema.ts";

/** A message to write. */
export interface DisplayMessageDraft {
  priority: number;
  from: string;
  to: string | null;
  message: string;
  version?: string | undefined;
}
