/** Maximum length of a webhook URL, characters. */
export const WEBHOOK_URL_LENGTH = 500;
/** Length of a secret, characters. */
export const WEBHOOK_SECRET_LENGTH = { min: 16, max: 200 } as const;

/** Whether a text may be a webhook URL: http or https, without user and password. */
export function isWebhookUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && text.length <= WEBHOOK_URL_LENGTH &&
    (url.protocol === "https:" || url.protocol === "http:") &&
    url.username === "" && url.password === "" && url.hostname !== "";
}
