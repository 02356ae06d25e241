/**
 * The forms of one's own account: what each reads, asks, and leaves.
 *
 * @module
 */
import type { Context } from "fresh";
import {
  emailErrors,
  nameErrors,
  passwordErrors,
  refusedAccountChange,
  removalErrors,
} from "@/lib/domain/accounts/account_forms.ts";
import { type FieldErrors, hasErrors } from "@/lib/domain/forms/field_errors.ts";
import { links } from "@/lib/links/links.ts";
import { LAST_ADMINISTRATOR, retryText } from "@/lib/text/accounts/accounts.ts";
import { errorText } from "@/lib/text/errors.ts";
import type { Refusing } from "@/lib/web/forms/refused_values.ts";
import { issuesByField, readSubmission, savedPath, seeOther } from "@/lib/web/forms/submit.ts";
import { beginSession, forgetSession } from "@/lib/web/session/session.ts";
import type { State } from "@/lib/web/state.ts";

export type AccountSection = "name" | "email" | "email-cancel" | "password" | "removal";

const FIELDS = ["forename", "surname", "email", "password", "oldpassword", "repeated"] as const;

/** A field of one of the forms. */
export type AccountFieldName = (typeof FIELDS)[number];

/** A refused form: its values without passwords, and the errors. */
export interface RefusedSection {
  section: AccountSection;
  values: Readonly<Record<"forename" | "surname" | "email", string>>;
  errors: FieldErrors<AccountFieldName>;
  failure: string | null;
  status: number;
}

type Values = Record<AccountFieldName, string>;

/** What a call answered, as far as a form looks at it. */
type Said =
  | { readonly ok: true; readonly answer: { token: string } | null }
  | Refusing & { readonly retryAt?: string };

interface Form {
  errors(values: Values): FieldErrors<AccountFieldName>;
  ask(state: State, values: Values): Promise<Said>;
}

const FORMS: Readonly<Record<AccountSection, Form>> = {
  name: {
    errors: nameErrors,
    ask: ({ api }, { forename, surname }) =>
      api.call("changeName", { body: { forename: forename.trim(), surname: surname.trim() } }),
  },
  email: {
    errors: emailErrors,
    ask: ({ api }, { email, password }) =>
      api.call("changeEmail", { body: { email: email.trim(), password } }),
  },
  "email-cancel": {
    errors: () => ({}),
    ask: ({ api }) => api.call("cancelEmailChange", {}),
  },
  password: {
    errors: passwordErrors,
    ask: ({ api }, { password, oldpassword }) =>
      api.call("changePassword", { body: { password, oldpassword } }),
  },
  removal: {
    errors: removalErrors,
    ask: ({ api }, { password }) => api.call("removeAccount", { body: { password } }),
  },
};

/**
 * Does what a form of the page asks.
 *
 * @returns where to go next, with the cookie of the session that begins; or the form that was refused
 */
export async function changedAccount(ctx: Context<State>): Promise<Response | RefusedSection> {
  const { values, all } = await readSubmission(ctx, FIELDS);
  const section = sectionOf(all("section")[0] ?? "");
  const { errors: errorsOf, ask } = FORMS[section];
  const shownIn: AccountSection = section === "email-cancel" ? "email" : section;
  const refused = { section: shownIn, values, failure: null };
  const errors = errorsOf({ ...values, email: values.email.trim() });
  if (hasErrors(errors)) return { ...refused, errors, status: 400 };
  const result = await ask(ctx.state, values);
  if (!result.ok) return { ...refused, ...whyRefused(result), status: result.status };
  if (section === "removal") {
    return seeOther(ctx, links.login(ctx.state.config.loginPath), forgetSession(ctx.state));
  }
  const { answer } = result;
  const cookie = answer === null ? undefined : await beginSession(ctx.state, answer.token);
  // Another address is only requested: the page says that it waits.
  const next = shownIn === "email" ? links.account("email") : savedPath(links.account(), shownIn);
  return seeOther(ctx, next, cookie);
}

function sectionOf(text: string): AccountSection {
  return isSection(text) ? text : "name";
}

function isSection(text: string): text is AccountSection {
  return Object.hasOwn(FORMS, text);
}

function whyRefused(
  { code, retryAt, issues }: Extract<Said, { ok: false }>,
): Pick<RefusedSection, "errors" | "failure"> {
  const { code: _, ...marked } = refusedAccountChange(code);
  const errors = { ...issuesByField(issues, FIELDS), ...marked };
  if (hasErrors(errors)) return { errors, failure: null };
  if (code === "last-administrator") return { errors, failure: LAST_ADMINISTRATOR };
  return { errors, failure: retryAt === undefined ? errorText(code) : retryText(retryAt) };
}
