import { z } from "zod";

/** A post waiting for the webhook of a mail report; its URL and secret are read from the report when it is sent. */
export interface WebhookRow {
  /** Key of the report. */
  report: string[];
  /** Body of the post, without the instant of the post. */
  content: { [name: string]: unknown };
  /** Epoch ms. */
  queuedAt: number;
  /** Last delay added before the next attempt, ms. */
  putOffMs: number;
}

export const webhookRow: z.ZodType<WebhookRow> = z.object({
  report: z.array(z.string()),
  content: z.record(z.string(), z.unknown()),
  queuedAt: z.number(),
  putOffMs: z.number().default(0),
});

/** The last failed post to the webhook of a report; deleted by the next successful one. */
export interface WebhookFailure {
  /** Instant. */
  at: string;
  /** The answer received. */
  answer: string;
  /** True when it is not tried again. */
  isGivenUp: boolean;
  /** The URL that failed, the number of consecutive failures, and until when posts to it wait, epoch ms. */
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
