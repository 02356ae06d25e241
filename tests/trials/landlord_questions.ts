import { ok } from "node:assert/strict";
import { PHONE_WIDTH } from "@/tests/access/reach.ts";
import type { Page } from "@/tests/npm/chromium.ts";
import { type AppWindow, withApp } from "@/tests/tools/app_under_test.ts";

export default { twelve: twelveQuestions };

/** A question of a manager, and the way to its answer from the page after sign-in. */
interface Question {
  readonly question: string;
  /** What is clicked, in order: a link or a button by its text, in the page. */
  readonly clicks: readonly string[];
  readonly answer: RegExp;
}

const MOST_CLICKS = 3;
const MOST_MS = 10_000;

const DRIFT = "text=/Dérive depuis le/";
const RESIDENCE = "tbody a:text-is('Les Tilleuls')";

const QUESTIONS: readonly Question[] = [
  {
    question: "Which boiler room drifts now?",
    clicks: [],
    answer: /Dérive de consommation\s+Dérive depuis .*\s+Le Grand Pré, Sous-station nord/,
  },
  { question: "Since when?", clicks: [], answer: /Dérive depuis le \d+/ },
  {
    question: "How much more than last year?",
    clicks: [DRIFT],
    answer: /\+\d+\s%, \+[\d\s]+\skWh\s+Par rapport à la saison \d{4}-\d{4}/,
  },
  {
    question: "Is it heating or hot water?",
    clicks: [DRIFT],
    answer: /Piste : la consommation/,
  },
  {
    question: "Which residence is worst per m²?",
    clicks: ["thead a[href*='sort=energy']", "thead a[href*='sort=energy']"],
    answer: /Alertes ouvertes\s+\S.*\s[\s\d,]*1[5-9]\d/,
  },
  {
    question: "Which sensors are silent?",
    clicks: ["text=Voir tout", "text=/séries muettes/"],
    answer: /aucune donnée reçue depuis plus de/,
  },
  {
    question: "What is due this week?",
    clicks: ["menu:Documents"],
    answer: /Échéance[\s\S]*?\d\d\/\d\d\/\d{4}/,
  },
  {
    question: "Which provider is late?",
    clicks: ["menu:Documents", "main a:text-is('En retard')"],
    answer: /Retard\s+\(jours\)[\s\S]*?Aquacontrol/,
  },
  {
    question: "Is the set-back working tonight?",
    clicks: [RESIDENCE, "main a:text-is('Départ chauffage')", "main a:text-is('Heures')"],
    // The flow of each hour of the night, beside those of the day.
    answer: /0[0-5]:00\s+\d/,
  },
  {
    question: "What did a residence use, corrected for weather?",
    clicks: [RESIDENCE, ".tabs a:text-is('Énergie')"],
    answer: /En un an, à météo égale\s+[+-]\d/,
  },
  {
    question: "Who took charge of this alarm?",
    clicks: [],
    answer: /pris en charge par \S+/,
  },
  {
    question: "What is left to do on the new residence?",
    clicks: ["tbody a:text-is('Les Glycines')", "main a:text-is('Voir ce qui reste à faire')"],
    answer: /Mise en service : \d+ étapes? sur \d+[\s\S]*À faire/,
  },
];

/** Each question is answered from sign-in within three clicks and ten seconds, on a screen and on a phone. */
async function twelveQuestions(): Promise<void> {
  const faults: string[] = [];
  await withApp(async ({ inWindow }) => {
    for (const width of [1280, PHONE_WIDTH]) {
      await inWindow(async (window) => {
        await addResidence(window);
        for (const question of QUESTIONS) {
          const fault = await answered(window, question);
          console.log(`${width} px, ${question.question} ${fault ?? "answered"}`);
          if (fault !== null) faults.push(`${width} px, ${question.question} ${fault}`);
        }
      }, { width });
    }
  });
  ok(faults.length === 0, faults.join("\n"));
}

/** @returns why it is not answered; null when it is */
async function answered({ page, go }: AppWindow, question: Question): Promise<string | null> {
  await go("/home");
  const startMs = performance.now();
  let count = 0;
  for (const target of question.clicks) count += await click(page, target);
  const text = (await page.innerText("main")).replaceAll(/[\u00A0\u202F]/g, " ");
  const tookMs = Math.round(performance.now() - startMs);
  if (!question.answer.test(text)) return `is not answered by ${page.url()}`;
  if (count > MOST_CLICKS) return `takes ${count} clicks`;
  return tookMs > MOST_MS ? `takes ${tookMs} ms` : null;
}

/** Clicks, on a phone first the button of the menu for its lines. @returns number of clicks */
async function click(page: Page, target: string): Promise<number> {
  const line = target.startsWith("menu:") ? target.slice("menu:".length) : null;
  const isFolded = line !== null && await page.locator(".menu-toggle > summary").isVisible();
  if (isFolded) await page.click(".menu-toggle > summary");
  const link = page.locator(line === null ? target : `.side-menu a:text-is('${line}')`).first();
  await link.click();
  await page.waitForLoadState("load");
  return isFolded ? 2 : 1;
}

/** A residence of which nothing is done yet. */
async function addResidence({ page, go }: AppWindow): Promise<void> {
  await go("/home/projects/new");
  await page.fill("#name", "Les Glycines");
  await page.fill("#street", "3 rue des Glycines");
  await page.fill("#zipCode", "54000");
  await page.fill("#city", "Nancy");
  await page.click(".button-primary[type=submit]");
  await page.waitForURL(/\/collect\/(?!p\d)/);
}
