import type { ProjectLocation } from "../domain/projects/types.ts";

/** An address on one line: "3 rue des Lilas, 54000 Nancy". */
export function addressText({ street, zipCode, city }: ProjectLocation): string {
  const town = [zipCode, city].filter(Boolean).join(" ");
  return [street, town].filter(Boolean).join(", ");
}
