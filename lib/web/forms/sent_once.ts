/**
 * Executes a form once when it is sent twice from the same rendered page, by a double click or on a slow network: the
 * second submission gets the answer of the first.
 *
 * @module
 */
import { createHash } from "node:crypto";
import * as z from "zod";
import type { SentForm, SentForms } from "@/lib/backend/accounts/sent_forms.ts";
import { pause } from "@/lib/backend/core/pause.ts";
import { renderingAmong } from "@/lib/domain/forms/page_mark.ts";
import { refusedAs } from "@/lib/web/answered.ts";
import type { PageContext } from "@/lib/web/state.ts";

/** Polling of the first answer: interval and number of tries. */
const POLL_EVERY_MS = 100;
const POLLS = 100;

/** The stored part of an answer: its location and cookies. */
const givenAgain = z.object({ location: z.string(), cookies: z.array(z.string()) });

/**
 * Marks a form as being executed, until its answer is stored.
 *
 * @throws HttpError when it was sent before: the pipeline returns the first answer instead; 503 when there is none yet
 */
export async function takeOnce(
  { state: { facts }, url }: PageContext,
  form: FormData,
): Promise<void> {
  const { sentForms: forms } = facts;
  if (forms === undefined || facts.rehearsed) return;
  const sent = await sentFrom(url, form);
  if (sent === null) return;
  for (let polls = 0; polls < POLLS; polls++) {
    const taken = await forms.take(sent);
    if (taken.kind === "taken") {
      facts.sentForm = sent;
      return;
    }
    if (taken.kind === "answered") {
      facts.answeredBefore = again(taken.answer);
      throw refusedAs("conflict");
    }
    await pause(POLL_EVERY_MS);
  }
  throw refusedAs("maybe-saved");
}

/** The earlier answer to a form that was refused unread, perhaps because of that earlier write; null for none. */
export async function answeredBefore(
  forms: SentForms,
  url: URL,
  form: FormData,
): Promise<Response | null> {
  const sent = await sentFrom(url, form);
  const answer = sent && await forms.answerTo(sent);
  return answer === null ? null : again(answer);
}

/** Stores the redirect of an answer for repeated submissions; without a redirect, the form may be sent again. */
export async function settleSent(
  forms: SentForms,
  sent: SentForm | undefined,
  answer: Response | null,
): Promise<void> {
  if (sent === undefined) return;
  const location = answer?.status === 303 ? answer.headers.get("location") : null;
  const cookies = answer?.headers.getSetCookie() ?? [];
  await forms.settle(sent, location === null ? null : JSON.stringify({ location, cookies }));
}

function again(answer: string): Response {
  const { location, cookies } = givenAgain.parse(JSON.parse(answer));
  const headers = new Headers({ location });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}

/** Identifies a form by its page and the random name of the rendering; null without that name. */
async function sentFrom({ pathname, search }: URL, form: FormData): Promise<SentForm | null> {
  const rendering = renderingAmong(form);
  if (rendering === null) return null;
  const page = JSON.stringify([pathname, search, rendering]);
  const hash = createHash("sha256").update(page);
  for (const [name, value] of form) {
    const isText = typeof value === "string";
    hash.update(JSON.stringify([name, isText ? value : [value.name, value.size]]));
    // Piece by piece, so that a large file does not block the event loop.
    if (!isText) { for await (const piece of value.stream()) hash.update(piece); }
  }
  return { rendering: page, content: hash.digest("base64url") };
}
