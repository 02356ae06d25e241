import { strictEqual } from "node:assert/strict";
import { othersText } from "@/lib/base/text_format.ts";
import {
  consentsText,
  gapsText,
  gapText,
  silencesText,
  silenceText,
  unreadText,
} from "@/lib/portfolio/text_attention.ts";
import type { Rhythm } from "@/lib/timeseries/rhythm.ts";

function silence(
  expectedCount: number,
  silentCount: number,
  lastAt: string | null,
  silentRhythms: readonly Rhythm[] = ["several-a-day"],
): string {
  const silence = { expectedCount, silentCount, silentRhythms, lastAt };
  return silenceText({ projectId: "p", projectName: "P", ...silence });
}

Deno.test("silenceText() says when nothing can be read", () => {
  const nothing = { expectedCount: 0, silentCount: 0, silentRhythms: [], lastAt: null };
  const unread = { projectId: "p", projectName: "P", ...nothing, isUnread: true as const };
  strictEqual(silenceText(unread), "relevés illisibles pour l’instant");
});

Deno.test("unreadText() names what could not be read", () => {
  const text = "Illisibles pour l’instant\u00A0: relevés manquants, documents";
  strictEqual(unreadText(["silences", "documents"]), text);
});

Deno.test("silenceText() names what is silent, from one series to a whole residence", () => {
  const at = "2026-01-05T11:00:00Z";
  strictEqual(silence(25, 1, at), "1\u00A0série muette depuis plus d’un jour, sur 25");
  strictEqual(silence(25, 4, at), "4\u00A0séries muettes depuis plus d’un jour, sur 25");
  // 11:00 UTC is noon in Paris.
  strictEqual(silence(3, 3, at), "aucun relevé depuis le 05/01/2026 à 12:00");
  const place = { projectId: "p", projectName: "P", timeZone: "Indian/Reunion" };
  const there = { ...place, expectedCount: 3, silentCount: 3, silentRhythms: [], lastAt: at };
  strictEqual(silenceText(there), "aucun relevé depuis le 05/01/2026 à 15:00");
  strictEqual(silence(3, 0, null), "aucun relevé reçu");
  strictEqual(silence(0, 0, null), "aucun capteur");
});

Deno.test("silenceText() gives the duration after which a series is silent, which depends on its rhythm", () => {
  const at = "2026-01-05T11:00:00Z";
  const wood = "1\u00A0série muette depuis plus de 46\u00A0jours, sur 25";
  strictEqual(silence(25, 1, at, ["month"]), wood);
  strictEqual(
    silence(25, 3, at, ["several-a-day", "week"]),
    "3\u00A0séries muettes depuis plus d’un jour ou de 10\u00A0jours et demi selon leur rythme, sur 25",
  );
});

// @spec balance.recent-gap
Deno.test("gapText() gives the gap, its days and the threshold it exceeds", () => {
  const gap = { dayCount: 27, percent: 17.84, threshold: 5, status: "very-bad" } as const;
  strictEqual(gapText(gap), "+17,8\u00A0% sur 27\u00A0jours, seuil 5\u00A0%");
  strictEqual(gapText({ ...gap, percent: 6, threshold: null }), "+6\u00A0% sur 27\u00A0jours");
});

Deno.test("the titles of the cards count, in the singular below two", () => {
  strictEqual(gapsText(1), "1\u00A0chaufferie au-dessus du seuil sur les 30\u00A0derniers jours");
  strictEqual(gapsText(8), "8\u00A0chaufferies au-dessus du seuil sur les 30\u00A0derniers jours");
  strictEqual(silencesText(2), "2\u00A0résidences aux relevés manquants");
  strictEqual(consentsText(1), "1\u00A0consentement de gaz à suivre");
  strictEqual(othersText(1), "Voir l’autre");
  strictEqual(othersText(4), "Voir les 4 autres");
});
