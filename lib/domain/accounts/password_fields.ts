const PASSWORD_FIELDS: readonly string[] = ["password", "oldpassword", "repeated", "webhookSecret"];

/** Field of a stored form that names a password typed in it. */
export const LOST_PASSWORD = "lost:password";

/** Whether a form field contains a password or another secret, which is neither displayed again nor stored. */
export function isPasswordField(name: string): boolean {
  return PASSWORD_FIELDS.includes(name);
}
