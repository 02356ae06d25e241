import { megabytesText } from "@/lib/text/forms.ts";

/** What an image field takes, under it: « JPEG ou PNG, 1,5 Mo maximum ». */
export function imageHint(maxBytes: number): string {
  return `JPEG ou PNG, ${megabytesText(maxBytes)} maximum`;
}

/** The box that takes away the image a form already has. */
export const REMOVE_IMAGE = "Retirer l’image";
