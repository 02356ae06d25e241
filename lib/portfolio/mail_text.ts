/** The monthly letter, by mail. @module */

import * as z from "zod";
import { lowered } from "@/lib/base/strings.ts";
import { changeText } from "@/lib/energy_balance/comparison_text.ts";
import { areaLetters } from "@/lib/mail/letters.ts";
import type { MailWords } from "@/lib/mail/text.ts";
import { links } from "@/lib/ui/links.ts";
import { monthlyLetter } from "./schema.ts";
import { letterTitle } from "./text_letter.ts";

const letter = z.object({
  kind: z.literal("monthly-letter"),
  organisation: z.string(),
  letter: monthlyLetter,
  path: z.string(),
});

type PortfolioLetter = z.output<typeof letter>;

export const portfolioLetters = areaLetters<PortfolioLetter>({
  kinds: { "monthly-letter": { name: "Lettre mensuelle", isToAccount: true } },
  schema: letter,
  words: letterWords,
  target: ({ path }) => ({ path }),
});

/** Boiler rooms of the ranking that a mail names at each end: its page has them all. */
const NAMED = 5;

/** @spec projects.letter */
function letterWords({ organisation, letter }: PortfolioLetter): MailWords {
  const { month, sentences, ranking, changed, late } = letter;
  const items = (texts: readonly string[]) => texts.map((text) => ({ text, path: null }));
  const ranked = ranking.map((line, at) => ({
    text: `${at + 1}. ${line.projectName}, ${line.boilerRoomName}\u00A0: ${
      changeText(line.percent)
    }`,
    path: links.boilerRoom(line.projectId, line.boilerRoomId),
  }));
  const named = ranked.length <= 2 * NAMED
    ? ranked
    : [...ranked.slice(0, NAMED), ...ranked.slice(-NAMED)];
  const lists = [
    { title: "Classement par écart avec l’objectif", items: named },
    { title: "Ce qui a changé", items: items(changed) },
    { title: "En retard", items: items(late) },
  ];
  return {
    subject: `${lowered(letterTitle(month))}, ${organisation}`,
    before: [...sentences],
    lists: lists.filter(({ items }) => items.length > 0),
    action: "Voir et imprimer cette lettre",
    after: ["Un administrateur choisit qui la reçoit, dans les options de l’organisation."],
  };
}
