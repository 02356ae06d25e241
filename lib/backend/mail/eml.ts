import { Buffer } from "node:buffer";
import type { OutgoingMail } from "./transport.ts";

/**
 * A mail as a file any mail program opens (RFC 5322, both forms in base64).
 *
 * @param queuedAt its date, epoch ms
 */
export function emlText(
  { from, to, subject, text, html, messageId }: OutgoingMail,
  queuedAt: number,
): string {
  const boundary = `part-${messageId.replaceAll(/\W/g, "")}`;
  const recipient = to.name === "" ? to.address : `${word(to.name)} <${to.address}>`;
  return [
    `From: ${from}`,
    `To: ${recipient}`,
    `Subject: ${word(subject)}`,
    `Date: ${new Date(queuedAt).toUTCString().replace("GMT", "+0000")}`,
    `Message-ID: ${messageId}`,
    "MIME-Version: 1.0",
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    "",
    ...part(boundary, "text/plain", text),
    ...part(boundary, "text/html", html),
    `--${boundary}--`,
    "",
  ].join("\r\n");
}

function part(boundary: string, type: string, content: string): string[] {
  return [
    `--${boundary}`,
    `Content-Type: ${type}; charset=utf-8`,
    "Content-Transfer-Encoding: base64",
    "",
    base64(content).replaceAll(/.{76}(?=.)/g, "$&\r\n"),
  ];
}

/** Words of a header: letters beyond ASCII are encoded (RFC 2047), 45 bytes at a time as a line allows. */
function word(text: string): string {
  if (/^[\w .@-]*$/.test(text)) return text;
  const pieces: string[] = [];
  let piece = "";
  for (const letter of text) {
    if (Buffer.byteLength(piece + letter) > 45) {
      pieces.push(piece);
      piece = "";
    }
    piece += letter;
  }
  return [...pieces, piece].map((one) => `=?utf-8?B?${base64(one)}?=`).join("\r\n ");
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}
