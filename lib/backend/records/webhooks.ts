import * as z from "zod";

/** A post waiting for the webhook of a mail report; its URL and secret are read from the report when it is sent. */
export type WebhookRow = z.output<typeof webhookRow>;
export const webhookRow = z.object({
  /** Key of the report. */
  report: z.array(z.string()),
  /** Body of the post, without the instant of the post. */
  content: z.record(z.string(), z.unknown()),
  /** Epoch ms. */
  queuedAt: z.number(),
  /** Last delay added before the next attempt, ms. */
  putOffMs: z.number().default(0),
});

/** The last failed post to the webhook of a report; deleted by the next successful one. */
export type WebhookFailure = z.output<typeof webhookFailure>;
export const webhookFailure = z.object({
  /** Instant. */
  at: z.string(),
  /** The answer received. */
  answer: z.string(),
  /** True when it is not tried again. */
  isGivenUp: z.boolean(),
  /** The URL that failed, the number of consecutive failures, and until when posts to it wait, epoch ms. */
  url: z.string().default(""),
  attempts: z.number().default(0),
  untilMs: z.number().default(0),
});
