/**
 * A form that is sent twice from one rendering of its page, as by a double click or on a slow network, is done once: the
 * second gets the answer of the first.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { type Context, HttpError } from "fresh";
import { z } from "zod";
import type { SentForm, SentForms } from "@/lib/backend/accounts/sent_forms.ts";
import { type ErrorCode, ERRORS } from "@/lib/contract/errors.ts";
import { renderingAmong } from "@/lib/domain/forms/page_mark.ts";
import type { State } from "@/lib/web/state.ts";

/** How often the answer to the first is looked for, and how many times. */
const LOOK_EVERY_MS = 100;
const LOOKS = 100;

/** What of an answer is given again: where it leads, and the cookies it sets. */
const givenAgain = z.object({ location: z.string(), cookies: z.array(z.string()) });

/**
 * Takes a form that was read: its answer settles it.
 *
 * @throws HttpError when it was taken before: the front gives the first answer in its place; 503 when there is none yet
 */
export async function takeOnce(
  { state: { facts }, url }: Context<State>,
  form: FormData,
): Promise<void> {
  const { sentForms: forms } = facts;
  if (forms === undefined || facts.rehearsed) return;
  const sent = await sentFrom(url, form);
  if (sent === null) return;
  for (let look = 0; look < LOOKS; look++) {
    const taken = await forms.take(sent);
    if (taken.kind === "taken") {
      facts.sentForm = sent;
      return;
    }
    if (taken.kind === "answered") {
      facts.answeredBefore = again(taken.answer);
      throw refusedAs("conflict");
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  throw refusedAs("maybe-saved");
}

/** What a form that was not read was answered before; null when it was not. What it wrote may be why it is not read. */
export async function answeredBefore(
  forms: SentForms,
  url: URL,
  form: FormData,
): Promise<Response | null> {
  const sent = await sentFrom(url, form);
  const answer = sent && await forms.answerTo(sent);
  return answer === null ? null : again(answer);
}

/** Keeps where the answer to a form leads, for the same form sent again; one that leads nowhere may be sent again. */
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

/** The form with its page, whose rendering has a random name; null for one that names no rendering. */
async function sentFrom({ pathname, search }: URL, form: FormData): Promise<SentForm | null> {
  const rendering = renderingAmong(form);
  if (rendering === null) return null;
  const page = JSON.stringify([pathname, search, rendering]);
  const hash = createHash("sha256").update(page);
  for (const [name, value] of form) {
    const isText = typeof value === "string";
    hash.update(JSON.stringify([name, isText ? value : [value.name, value.size]]));
    // In the pieces that a file is kept in, so that a large one does not hold the event loop.
    if (!isText) { for await (const piece of value.stream()) hash.update(piece); }
  }
  return { rendering: page, content: hash.digest("base64url") };
}

function refusedAs(code: ErrorCode): HttpError {
  return new HttpError(ERRORS[code].status, code);
}
