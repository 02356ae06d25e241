import type { PathTable } from "./path_table.ts";

/** Where the calls about one's own account are. @spec F §7, B §7 "Provider portal" */
export const ACCOUNTS_PATHS = {
  login: { method: "POST", path: "/auth/login" },
  logout: { method: "POST", path: "/auth/logout" },
  checkToken: { method: "POST", path: "/auth/check" },
  refreshToken: { method: "POST", path: "/auth/refresh" },
  getOAuthToken: { method: "POST", path: "/oauth/token" },
  migrateToOAuth: { method: "POST", path: "/oauth/migrate" },
  askResetCode: { method: "POST", path: "/auth/ask-reset-code" },
  resetPassword: { method: "POST", path: "/auth/reset-password" },
  getMe: { method: "GET", path: "/auth/me" },
  getSignInFeatures: { method: "GET", path: "/auth/features" },
  changeEmail: { method: "POST", path: "/auth/change-email" },
  cancelEmailChange: { method: "POST", path: "/auth/cancel-email-change" },
  confirmEmail: { method: "POST", path: "/auth/confirm-email" },
  changePassword: { method: "POST", path: "/auth/change-password" },
  changeName: { method: "POST", path: "/auth/change-name" },
  removeAccount: { method: "POST", path: "/auth/remove" },
  exportAccount: { method: "GET", path: "/auth/export" },
  createFirstAccount: { method: "POST", path: "/auth/first-account" },
  askNewLinkProvider: { method: "POST", path: "/auth/ask-new-link-provider" },
} as const satisfies PathTable;
