import { z } from "zod";
import { email, text } from "../forms/schema.ts";
import type {
  AccountRemoval,
  Credentials,
  EmailChange,
  FirstAccount,
  Invitation,
  Me,
  NameChange,
  OAuthMigration,
  OAuthTokenRequest,
  OAuthTokens,
  PasswordChange,
  PasswordReset,
  ProviderLinkRequest,
  ResetCodeRequest,
  SignInFeatures,
  TokenAnswer,
  TokenCheck,
} from "./types.ts";
import { NAME_MAX_LENGTH, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from "./types.ts";

/** A forename or a surname. */
export const personName: z.ZodType<string> = text(NAME_MAX_LENGTH);

/** A password that is tried: any that may have been chosen, before today's rules too. */
const triedPassword: z.ZodType<string> = z.string().min(1).max(PASSWORD_MAX_LENGTH)
  .meta({ format: "password" });

/** A password that is chosen. */
const newPassword: z.ZodType<string> = z.string().min(PASSWORD_MIN_LENGTH)
  .max(PASSWORD_MAX_LENGTH).meta({ format: "password" });

const code: z.ZodType<string> = z.string().trim().min(1).max(100);
const token: z.ZodType<string> = z.string().min(1).max(2_000);
const clientId: z.ZodType<string> = z.string().min(1).max(200);

/** {@link Me} */
export const me: z.ZodType<Me> = z.object({
  email: z.string(),
  forename: z.string(),
  surname: z.string(),
  platformAdmin: z.boolean().optional(),
}).meta({ id: "Me" });

/** {@link Credentials} */
export const credentials: z.ZodType<Credentials> = z.strictObject({
  email,
  password: triedPassword,
});

/** {@link TokenAnswer} */
export const tokenAnswer: z.ZodType<TokenAnswer> = z.object({ token }).meta({ id: "TokenAnswer" });

/** {@link TokenCheck} */
export const tokenCheck: z.ZodType<TokenCheck> = z.object({ shouldRefresh: z.boolean() });

/** {@link OAuthTokenRequest} */
export const oauthTokenRequest: z.ZodType<OAuthTokenRequest> = z.discriminatedUnion("grant_type", [
  z.strictObject({
    grant_type: z.literal("password"),
    client_id: clientId,
    scope: z.string().max(1_000),
    username: email,
    password: triedPassword,
  }),
  z.strictObject({
    grant_type: z.literal("refresh_token"),
    client_id: clientId,
    refresh_token: token,
  }),
]);

/** {@link OAuthTokens} */
export const oauthTokens: z.ZodType<OAuthTokens> = z.object({
  access_token: token,
  refresh_token: token,
  expires_in: z.number(),
}).meta({ id: "OAuthTokens" });

/** {@link OAuthMigration} */
export const oauthMigration: z.ZodType<OAuthMigration> = z.strictObject({
  client_id: clientId,
  scope: z.string().max(1_000),
});

/** {@link ResetCodeRequest} */
export const resetCodeRequest: z.ZodType<ResetCodeRequest> = z.strictObject({
  email,
  app: z.string().regex(/^[a-z][a-z-]{0,29}$/).optional(),
});

/** {@link PasswordReset} */
export const passwordReset: z.ZodType<PasswordReset> = z.strictObject({
  email,
  code,
  password: newPassword,
});

/** {@link EmailChange} */
export const emailChange: z.ZodType<EmailChange> = z.strictObject({
  email,
  password: triedPassword,
});

/** {@link PasswordChange} */
export const passwordChange: z.ZodType<PasswordChange> = z.strictObject({
  password: newPassword,
  oldpassword: triedPassword,
});

/** {@link NameChange} */
export const nameChange: z.ZodType<NameChange> = z.strictObject({
  forename: personName,
  surname: personName,
});

/** {@link AccountRemoval} */
export const accountRemoval: z.ZodType<AccountRemoval> = z.strictObject({
  password: triedPassword,
});

/** {@link ProviderLinkRequest} */
export const providerLinkRequest: z.ZodType<ProviderLinkRequest> = z.strictObject({ email });

/** {@link SignInFeatures} */
export const signInFeatures: z.ZodType<SignInFeatures> = z.object({
  oauth: z.boolean(),
  passwordReset: z.boolean(),
  demo: z.boolean(),
  firstRun: z.boolean(),
}).meta({ id: "SignInFeatures" });

/** {@link FirstAccount} */
export const firstAccount: z.ZodType<FirstAccount> = z.strictObject({
  code,
  email,
  forename: personName,
  surname: personName,
  password: newPassword,
});

/** {@link Invitation} */
export const invitation: z.ZodType<Invitation> = z.strictObject({
  email,
  forename: personName,
  surname: personName,
});
