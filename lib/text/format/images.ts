import { megabytesText } from "@/lib/text/forms.ts";

/** What an image field takes, under it: « JPEG ou PNG, 16 Mo et 64 mégapixels maximum ». */
export function imageHint(maxBytes: number, maxMegapixels: number): string {
  return `JPEG ou PNG, ${megabytesText(maxBytes)} et ${maxMegapixels}\u00A0mégapixels maximum`;
}

/** The box that takes away the image a form already has. */
export const REMOVE_IMAGE = "Retirer l’image";
