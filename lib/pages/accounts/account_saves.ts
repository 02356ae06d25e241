import {
  EMAIL_FORM,
  NAME_FORM,
  PASSWORD_FORM,
  REMOVAL_FORM,
} from "@/lib/forms/accounts/account_forms.ts";
import { links } from "@/lib/links/links.ts";
import { LAST_ADMINISTRATOR } from "@/lib/text/accounts/accounts.ts";
import { fieldErrorText } from "@/lib/text/forms.ts";
import { asks, type CallOutcome, type FormActions, saves } from "@/lib/web/forms/submit_forms.ts";
import { beginSession, forgetSession } from "@/lib/web/session/session.ts";
import type { State } from "@/lib/web/state.ts";

/** Actions of the forms of the user's own account. A changed password starts a new session, as the others end. */
export function accountForms(state: State): FormActions {
  const { call } = state.api;
  const cookie = (answer: { token: string } | null) =>
    answer === null ? undefined : beginSession(state, answer.token);
  const next = () => links.account("email");
  return {
    name: saves(NAME_FORM, (body) => call("changeName", { body })),
    email: saves(EMAIL_FORM, async (body) => said(await call("changeEmail", { body })), {
      // Another address is only requested: the page shows that it is pending.
      next,
      cookie,
      intents: { cancel: asks(() => call("cancelEmailChange", {}), next()) },
    }),
    password: saves(PASSWORD_FORM, (body) => call("changePassword", { body }), { cookie }),
    removal: saves(REMOVAL_FORM, async (body) => said(await call("removeAccount", { body })), {
      next: () => links.login(state.config.loginPath),
      cookie: () => forgetSession(state),
    }),
  };
}

/** Converts a refusal for this page. */
function said<Answer>(result: CallOutcome<Answer>): CallOutcome<Answer> {
  if (result.ok) return result;
  if (result.code === "last-administrator") return { ...result, sentence: LAST_ADMINISTRATOR };
  if (result.code !== "user-already-exists") return result;
  return { ...result, sentence: fieldErrorText({ code: "unique" }) };
}
