import type { TextField } from "@/lib/backend/core/form_texts.ts";
import { isPasswordField } from "@/lib/domain/accounts/password_fields.ts";
import { markAmong } from "@/lib/domain/forms/page_mark.ts";
import type { Organisation } from "@/lib/domain/organisations/types.ts";
import { refusedAs } from "@/lib/web/answered.ts";
import { foreignMark, isMarkOf } from "@/lib/web/front/page_mark.ts";
import { keepForOrganisation } from "@/lib/web/session/ended_session.ts";
import type { PageContext } from "@/lib/web/state.ts";

/** A form sent from a page of another organisation than the current one. */
export interface OtherPage {
  /** Organisation of the form's page. */
  readonly from: Organisation;
  /** Where the form was sent. */
  readonly path: string;
  readonly mark: string;
  /** Typed values; null when the form has a file or a password, which cannot be shown again. */
  readonly fields: readonly TextField[] | null;
  /** The form's page with the typed values; null when they could not be stored. */
  readonly typedAt: string | null;
}

/**
 * Refuses a form whose page was rendered for another account or organisation than its sender's current ones.
 *
 * @throws HttpError 409, and sets the state that the error page needs
 */
export async function refuseOtherPage(ctx: PageContext, form: FormData): Promise<void> {
  const { state, url } = ctx;
  const sent = markAmong(form.keys());
  const { mark } = state.facts;
  const fault = sent === null || mark === undefined ? null : foreignMark(sent, mark);
  if (sent === null || fault === null) return;
  const from = state.place?.organisations.find(({ id }) => isMarkOf(sent, id));
  if (fault === "other-organisation" && from !== undefined) {
    const path = url.pathname + url.search;
    state.otherPage = { from, path, mark: sent, ...await typedIn(ctx, form) };
  }
  throw refusedAs(fault);
}

async function typedIn(
  ctx: PageContext,
  form: FormData,
): Promise<Pick<OtherPage, "fields" | "typedAt">> {
  const texts: TextField[] = [];
  let isWhole = true;
  for (const [name, value] of form) {
    if (typeof value === "string") texts.push([name, value]);
    const isLost = typeof value === "string" ? isPasswordField(name) && value : value.size;
    if (isLost) isWhole = false;
  }
  if (!isWhole) return { fields: null, typedAt: await keepForOrganisation(ctx, texts) };
  return { fields: texts.filter(([name]) => markAmong([name]) === null), typedAt: null };
}
