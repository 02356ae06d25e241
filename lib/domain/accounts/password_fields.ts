const PASSWORD_FIELDS: readonly string[] = ["password", "oldpassword", "repeated", "webhookSecret"];

/** Field of a stored form that names a password that was typed in it. */
export const LOST_PASSWORD = "lost:password";

/** Whether a field of a form holds a password or another secret, which is neither shown again nor stored. */
export function isPasswordField(name: string): boolean {
  return PASSWORD_FIELDS.includes(name);
}
