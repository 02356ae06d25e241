import { z } from "zod";

/** A post to the webhook of a mail report, which waits; its address and its secret are those of the report then. */
export interface WebhookRow {
  /** Key of the report. */
  report: string[];
  /** What is posted, but for the instant of the post. */
  content: { [name: string]: unknown };
  /** Epoch ms. */
  queuedAt: number;
  /** For how long it was put off when it was last written. */
  putOffMs: number;
}

export const webhookRow: z.ZodType<WebhookRow> = z.object({
  report: z.array(z.string()),
  content: z.record(z.string(), z.unknown()),
  queuedAt: z.number(),
  putOffMs: z.number().default(0),
});

/** The last post to the webhook of a report that was not taken, as long as none was since. */
export interface WebhookFailure {
  /** Instant. */
  at: string;
  /** What was answered. */
  answer: string;
  /** Whether it is not tried again. */
  isGivenUp: boolean;
  /** The address that did not take it, how often in a row, and until when every post to it waits, epoch ms. */
  url: string;
  attempts: number;
  untilMs: number;
}

export const webhookFailure: z.ZodType<WebhookFailure> = z.object({
  at: z.string(),
  answer: z.string(),
  isGivenUp: z.boolean(),
  url: z.string().default(""),
  attempts: z.number().default(0),
  untilMs: z.number().default(0),
});
