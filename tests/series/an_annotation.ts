import type { Annotation } from "@/lib/series/schema.ts";

export const BREAKDOWN: Annotation = {
  id: "a",
  from: "2026-03-30",
  to: "2026-04-02",
  text: "Panne",
  author: "ada@bailleur.fr",
  writtenAt: "2026-04-03T08:00:00Z",
};
