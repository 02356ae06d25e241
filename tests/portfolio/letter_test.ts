import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { mailLetters } from "@/lib/portfolio/letters.ts";
import type { LetterLine } from "@/lib/portfolio/schema.ts";
import { letterOfMonth, type LetterSources } from "@/lib/portfolio/mail_text.ts";
import { links } from "@/lib/ui/links.ts";
import { inOrg } from "@/tests/helpers/a_register.ts";
import { ORG, withMember } from "@/tests/helpers/a_residence.ts";
import { withVisitor } from "@/tests/helpers/a_site.ts";
import { answerOf, codeOfCall } from "@/tests/helpers/fixtures.ts";
import { queuedMails } from "@/tests/helpers/mails.ts";
import { aHeatedRoom, SETTLER } from "@/tests/settlement/builders.ts";

function aLine(over: Partial<LetterLine> = {}): LetterLine {
  return {
    projectId: "p1",
    projectName: "Les Lilas",
    boilerRoomId: "c1",
    boilerRoomName: "Chaufferie",
    knownDays: 31,
    energyBasis: "PCS",
    ncKwh: 110,
    targetKwh: 100,
    percent: 10,
    status: "very-bad",
    percentBefore: 2,
    statusBefore: "bad",
    ...over,
  };
}

function aLetter(over: Partial<LetterSources> = {}) {
  const nothing = { lateDocumentCount: 0, waitingCount: 0, silentCount: 0 };
  return letterOfMonth({ month: "2026-01", lines: [aLine()], rooms: [], ...nothing, ...over });
}

// @spec projects.letter
Deno.test("a letter has three sentences, its ranking, what changed and what is late", () => {
  const wood = aLine({
    boilerRoomName: "Bois",
    energyBasis: "PCI",
    ncKwh: 90,
    percent: -10,
    status: "good",
    percentBefore: null,
    statusBefore: null,
  });
  const letter = aLetter({ lines: [aLine(), wood], lateDocumentCount: 12, waitingCount: 1 });
  deepStrictEqual(letter.sentences, [
    "Janvier 2026 est connu à 100\u00A0% des jours de 2\u00A0chaufferies.",
    "L’écart du chauffage avec l’objectif est de +10,0\u00A0% au gaz, 1\u00A0chaufferie\u00A0; -10,0\u00A0% au bois, 1\u00A0chaufferie.",
    "1\u00A0chaufferie dépasse son seuil, 0 le mois d’avant.",
  ]);
  deepStrictEqual(letter.ranking.map(({ boilerRoomName }) => boilerRoomName), [
    "Chaufferie",
    "Bois",
  ]);
  deepStrictEqual(letter.changed, [
    "Les Lilas, Chaufferie passe au-dessus de son seuil\u00A0: +10,0\u00A0%, après +2,0\u00A0%",
  ]);
  deepStrictEqual(letter.late, ["12\u00A0documents en retard", "1\u00A0décompte sans réponse"]);
  // After a month without heating there is nothing to compare with.
  const first = aLetter({ lines: [aLine({ percentBefore: null, statusBefore: null })] });
  strictEqual(first.sentences.at(-1), "1\u00A0chaufferie dépasse son seuil.");
});

// @spec projects.letter
Deno.test("a month known under 90 % says so first", () => {
  // 27 of 31 days are 87.1 %, 28 are 90.3 %.
  const first = (knownDays: number) => aLetter({ lines: [aLine({ knownDays })] }).sentences[0];
  match(first(27) ?? "", /^Attention, janvier 2026 n’est connu qu’à 87\s% .* partiels\.$/);
  match(first(28) ?? "", /^Janvier 2026 est connu à 90\s%/);
  match(aLetter({ lines: [] }).sentences[1] ?? "", /Aucune chaufferie/);
});

// @spec projects.letter-readers
Deno.test("the letter of the last month is mailed once to the members who are chosen", () =>
  withMember(SETTLER, async ({ built, ask }) => {
    await aHeatedRoom(built, ask);
    const { services } = built.platform.own;
    const choose = (emails: string[]) => ask("putLetterReaders", { ...inOrg, body: { emails } });
    strictEqual(await codeOfCall(choose(["nobody@bailleur.fr"])), "unknown-user");
    await answerOf(choose(["ada@bailleur.fr"]));
    deepStrictEqual(await answerOf(ask("getLetterReaders", inOrg)), {
      emails: ["ada@bailleur.fr"],
    });
    strictEqual(await mailLetters(services), true);
    strictEqual(await mailLetters(services), true);
    const [mail, ...others] = await queuedMails(built.store);
    ok(mail?.letter?.kind === "monthly-letter");
    deepStrictEqual([mail.to, mail.letter.letter.month, mail.letter.path, others], [
      "ada@bailleur.fr",
      "2025-04",
      links.inOrganisation(ORG, links.monthlyLetter("2025-04")),
      [],
    ]);
    match(mail.letter.letter.sentences[0] ?? "", /Avril 2025 est connu à 100/);
    await answerOf(choose([]));
    built.clock.goTo("2025-06-03T09:00:00Z");
    strictEqual(await mailLetters(services), true);
    strictEqual((await queuedMails(built.store)).length, 1);
  }, { now: "2025-05-03T09:00:00Z" }));

// @spec projects.letter
Deno.test("a letter is a page of a month that is over", () =>
  withVisitor(SETTLER, async ({ site, ask, visitor }) => {
    await aHeatedRoom(site, ask);
    const letter = await visitor.get(links.monthlyLetter("2025-04"));
    match(letter.text, /Lettre d’avril 2025 .*Avril 2025 est connu à 100\s%.*Chaufferie/);
    match((await visitor.get(links.monthlyLetter("2026-02"))).text, /Ce mois n’est pas fini/);
    strictEqual((await visitor.get(links.monthlyLetter("avril"))).status, 404);
    match((await visitor.get(links.organisationOptions())).text, /Lettre mensuelle/);
  }));
