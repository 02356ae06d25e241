/** Declares the calls of accounts: sign-in, password, address, removal and export. @module */

import {
  flowingFile,
  type InputOf,
  named,
  ownCall,
  publicCall,
  signedInCall,
  tokenCall,
} from "@/lib/api/call.ts";
import type { HandlerOf, Services } from "@/lib/api/services.ts";
import * as accounts from "@/lib/identity/schema.ts";

/** Sign-in, tokens, and the caller's own account. @spec calls.catalogue */
export const ACCOUNTS_CALLS = named({
  login: publicCall({
    request: "POST /auth/login",
    summary: "Exchanges an e-mail address and a password for a token (F §7)",
    audit: null,
    body: accounts.credentials,
    answer: accounts.tokenAnswer,
    refusals: ["user-not-found", "bad-password"],
  }),
  logout: signedInCall({
    request: "POST /auth/logout",
    summary: "Ends the token, or every token of its OAuth sign-in (F §7)",
    audit: null,
  }),
  checkToken: signedInCall({
    request: "POST /auth/check",
    summary: "Tells whether the token should be exchanged for a new one (F §7)",
    audit: null,
    answer: accounts.tokenCheck,
  }),
  refreshToken: signedInCall({
    request: "POST /auth/refresh",
    summary: "Exchanges the token for a new one (F §7)",
    audit: null,
    answer: accounts.tokenAnswer,
  }),
  getOAuthToken: publicCall({
    request: "POST /oauth/token",
    summary: "Gives OAuth tokens for a password or a refresh token (F §7)",
    audit: null,
    body: accounts.oauthTokenRequest,
    bodyKind: "form",
    answer: accounts.oauthTokens,
    refusals: ["user-not-found", "bad-password", "bad-refresh-token", "not-found"],
  }),
  migrateToOAuth: signedInCall({
    request: "POST /oauth/migrate",
    summary: "Exchanges the token of the header, once, for OAuth tokens (F §7)",
    audit: null,
    body: accounts.oauthMigration,
    bodyKind: "form",
    answer: accounts.oauthTokens,
    refusals: ["not-found"],
  }),
  askResetCode: publicCall({
    request: "POST /auth/ask-reset-code",
    summary:
      "Mails a code to a user who forgot the password; the answer is the same for all (F §7)",
    audit: null,
    body: accounts.resetCodeRequest,
  }),
  resetPassword: publicCall({
    request: "POST /auth/reset-password",
    summary: "Sets a new password by the code received, that of an invitation too (F §7)",
    audit: "Mot de passe choisi par code",
    body: accounts.passwordReset,
    refusals: ["bad-code"],
  }),
  getMe: tokenCall({ request: "GET /auth/me", summary: "Who asks (F §7)", answer: accounts.me }),
  getSignInFeatures: publicCall({
    request: "GET /auth/features",
    summary: "What the sign-in page offers (F §7)",
    answer: accounts.signInFeatures,
  }),
  changeEmail: ownCall({
    request: "POST /auth/change-email",
    summary:
      "Asks for another e-mail address; it becomes one's own once the link mailed there is confirmed (F §7)",
    audit: "Nouvelle adresse email demandée",
    body: accounts.emailChange,
    answer: accounts.tokenAnswer,
    refusals: ["bad-password", "user-already-exists"],
  }),
  cancelEmailChange: ownCall({
    request: "POST /auth/cancel-email-change",
    summary: "Gives up the e-mail address one asked for (domain §3)",
    audit: "Nouvelle adresse email abandonnée",
  }),
  confirmEmail: publicCall({
    request: "POST /auth/confirm-email",
    summary:
      "Takes the e-mail address that the token of a mailed link proves; all tokens end (domain §3)",
    audit: "Adresse email confirmée",
    body: accounts.emailProof,
    refusals: ["bad-code", "user-already-exists"],
  }),
  changePassword: ownCall({
    request: "POST /auth/change-password",
    summary: "Changes one's password; other tokens end (F §7)",
    audit: "Mot de passe changé",
    body: accounts.passwordChange,
    answer: accounts.tokenAnswer,
    refusals: ["bad-old-password"],
  }),
  changeName: ownCall({
    request: "POST /auth/change-name",
    summary: "Changes one's names (F §7)",
    audit: "Nom changé",
    body: accounts.nameChange,
  }),
  removeAccount: ownCall({
    request: "POST /auth/remove",
    summary: "Removes one's account and its data (F §7)",
    audit: "Compte supprimé",
    body: accounts.accountRemoval,
    refusals: ["bad-password", "last-administrator"],
  }),
  exportAccount: ownCall({
    request: "GET /auth/export",
    summary: "All that is kept about one's account, as a zip of JSON and CSV (domain §3)",
    audit: "Données personnelles exportées",
    answer: flowingFile,
    answerKind: "bytes",
  }),
  createFirstAccount: publicCall({
    request: "POST /auth/first-account",
    summary: "Creates the platform administrator, while no account exists (domain §3)",
    audit: "Premier compte créé",
    body: accounts.firstAccount,
    answer: accounts.tokenAnswer,
    refusals: ["bad-code", "not-found"],
  }),
  askNewLinkProvider: publicCall({
    request: "POST /auth/ask-new-link-provider",
    summary: "Mails a new link to a provider; the answer is the same for all (B §7)",
    audit: null,
    body: accounts.providerLinkRequest,
  }),
});

type Calls = typeof ACCOUNTS_CALLS;

/** The handler of a call of this area. */
export type Handler<Name extends keyof Calls, Means = Services> = HandlerOf<Calls[Name], Means>;

export type Input<Name extends keyof Calls> = InputOf<Calls[Name]>;
