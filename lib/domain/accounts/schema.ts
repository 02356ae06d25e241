import * as z from "zod/mini";
import { anyText, described, email, figure, flag, named, text } from "@/lib/domain/forms/schema.ts";
import type {
  AccountRemoval,
  Credentials,
  EmailChange,
  EmailProof,
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
const personName: z.ZodMiniType<string> = text(NAME_MAX_LENGTH);

/** A password typed to be checked: one chosen under earlier rules is still accepted. */
const triedPassword: z.ZodMiniType<string> = described(
  z.string().check(z.minLength(1), z.maxLength(PASSWORD_MAX_LENGTH)),
  { format: "password" },
);

/** A password that is chosen. */
const newPassword: z.ZodMiniType<string> = described(
  z.string().check(z.minLength(PASSWORD_MIN_LENGTH), z.maxLength(PASSWORD_MAX_LENGTH)),
  { format: "password" },
);

const code: z.ZodMiniType<string> = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));
const token: z.ZodMiniType<string> = z.string().check(z.minLength(1), z.maxLength(2_000));
const clientId: z.ZodMiniType<string> = z.string().check(z.minLength(1), z.maxLength(200));

/** {@link Me} */
export const me: z.ZodMiniType<Me> = named(
  "Me",
  z.object({
    email: anyText,
    forename: anyText,
    surname: anyText,
    platformAdmin: z.optional(z.boolean()),
    isUnproven: z.optional(z.boolean()),
    pendingEmail: z.optional(z.nullable(anyText)),
  }),
);

/** {@link Credentials} */
export const credentials: z.ZodMiniType<Credentials> = z.strictObject({
  email,
  password: triedPassword,
});

/** {@link TokenAnswer} */
export const tokenAnswer: z.ZodMiniType<TokenAnswer> = named("TokenAnswer", z.object({ token }));

/** {@link TokenCheck} */
export const tokenCheck: z.ZodMiniType<TokenCheck> = z.object({ shouldRefresh: flag });

/** {@link OAuthTokenRequest} */
export const oauthTokenRequest: z.ZodMiniType<OAuthTokenRequest> = z.discriminatedUnion(
  "grant_type",
  [
    z.strictObject({
      grant_type: z.literal("password"),
      client_id: clientId,
      scope: z.string().check(z.maxLength(1_000)),
      username: email,
      password: triedPassword,
    }),
    z.strictObject({
      grant_type: z.literal("refresh_token"),
      client_id: clientId,
      refresh_token: token,
    }),
  ],
);

/** {@link OAuthTokens} */
export const oauthTokens: z.ZodMiniType<OAuthTokens> = named(
  "OAuthTokens",
  z.object({
    access_token: token,
    refresh_token: token,
    expires_in: figure,
  }),
);

/** {@link OAuthMigration} */
export const oauthMigration: z.ZodMiniType<OAuthMigration> = z.strictObject({
  client_id: clientId,
  scope: z.string().check(z.maxLength(1_000)),
});

/** {@link ResetCodeRequest} */
export const resetCodeRequest: z.ZodMiniType<ResetCodeRequest> = z.strictObject({
  email,
  app: z.optional(z.string().check(z.regex(/^[a-z][a-z-]{0,29}$/))),
});

/** {@link PasswordReset} */
export const passwordReset: z.ZodMiniType<PasswordReset> = z.strictObject({
  email,
  code,
  password: newPassword,
});

/** {@link EmailChange} */
export const emailChange: z.ZodMiniType<EmailChange> = z.strictObject({
  email,
  password: triedPassword,
});

/** {@link EmailProof} */
export const emailProof: z.ZodMiniType<EmailProof> = z.strictObject({ token: code });

/** {@link PasswordChange} */
export const passwordChange: z.ZodMiniType<PasswordChange> = z.strictObject({
  password: newPassword,
  oldpassword: triedPassword,
});

/** {@link NameChange} */
export const nameChange: z.ZodMiniType<NameChange> = z.strictObject({
  forename: personName,
  surname: personName,
});

/** {@link AccountRemoval} */
export const accountRemoval: z.ZodMiniType<AccountRemoval> = z.strictObject({
  password: triedPassword,
});

/** {@link ProviderLinkRequest} */
export const providerLinkRequest: z.ZodMiniType<ProviderLinkRequest> = z.strictObject({ email });

/** {@link SignInFeatures} */
export const signInFeatures: z.ZodMiniType<SignInFeatures> = named(
  "SignInFeatures",
  z.object({
    oauth: flag,
    passwordReset: flag,
    demo: flag,
    firstRun: flag,
  }),
);

/** {@link FirstAccount} */
export const firstAccount: z.ZodMiniType<FirstAccount> = z.strictObject({
  code,
  email,
  forename: personName,
  surname: personName,
  password: newPassword,
});

/** {@link Invitation} */
export const invitation: z.ZodMiniType<Invitation> = z.strictObject({
  email,
  forename: personName,
  surname: personName,
});
