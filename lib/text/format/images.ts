import { megabytesText } from "@/lib/text/forms.ts";

/** Hint of an image field: « JPEG ou PNG, 16 Mo et 64 mégapixels maximum ». */
export function imageHint(maxBytes: number, maxMegapixels: number): string {
  return `JPEG ou PNG, ${megabytesText(maxBytes)} et ${maxMegapixels}\u00A0mégapixels maximum`;
}
