import { type Context, HttpError } from "fresh";
import { ERRORS } from "@/lib/contract/errors.ts";
import { markAmong } from "@/lib/domain/forms/page_mark.ts";
import type { Organisation } from "@/lib/domain/organisations/types.ts";
import { foreignMark, isMarkOf } from "@/lib/web/front/page_mark.ts";
import type { State } from "@/lib/web/state.ts";

/** A form sent from the page of an organisation that is no longer the one worked in. */
export interface OtherPage {
  /** The organisation of the page. */
  readonly from: Organisation;
  /** Where the form was sent. */
  readonly path: string;
  readonly mark: string;
  /** What was typed, as it was sent; without the files. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly hasFile: boolean;
}

/**
 * Refuses a form whose page was drawn for another account, or in another organisation, than those of its sender now.
 *
 * @throws HttpError 409, with what the error page needs beside it
 */
export function refuseOtherPage({ state, url }: Context<State>, form: FormData): void {
  const sent = markAmong(form.keys());
  const { mark } = state.facts;
  const fault = sent === null || mark === undefined ? null : foreignMark(sent, mark);
  if (sent === null || fault === null) return;
  const from = state.place?.organisations.find(({ id }) => isMarkOf(sent, id));
  if (fault === "other-organisation" && from !== undefined) {
    state.otherPage = { from, path: url.pathname + url.search, mark: sent, ...typedIn(form) };
  }
  throw new HttpError(ERRORS[fault].status, fault);
}

function typedIn(form: FormData): Pick<OtherPage, "fields" | "hasFile"> {
  const entries = [...form].filter(([name]) => markAmong([name]) === null);
  return {
    fields: entries.flatMap(([name, value]) => typeof value === "string" ? [[name, value]] : []),
    hasFile: entries.some(([, value]) => value instanceof File && value.size > 0),
  };
}
