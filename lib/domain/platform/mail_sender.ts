/** Last labels of names that have no mailbox on any network, such as the default of MAIL_FROM. */
const OWN_NAMES: ReadonlySet<string> = new Set(["invalid", "localdomain", "localhost"]);

/**
 * Whether mail to this address reaches a mailbox anywhere: servers may refuse mails from one that does not, and those
 * returned to it are lost.
 *
 * @spec mail.returned
 */
export function isReachableSender(address: string): boolean {
  const label = address.toLowerCase().replace(/\.$/, "").split(/[@.]/).at(-1) ?? "";
  return !OWN_NAMES.has(label);
}
