/** Shows the first things to do, each with its age, who acts, and the page on which one acts. @module */

import { Notice, Status, type Tone } from "@/components/ui/Page.tsx";
import { PostForm } from "@/components/ui/PostForm.tsx";
import { countText } from "@/lib/base/text_format.ts";
import {
  ageText,
  dueText,
  ownerText,
  reminderHref,
  TO_DO_LABELS,
  type ToDo,
  type ToDoKind,
  unreadText,
  waitingText,
} from "@/lib/portfolio/text_to_do.ts";
import { ageDays } from "@/lib/portfolio/to_do.ts";
import type { ReadToDo } from "@/lib/portfolio/to_do_pages.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";

/** Lines on the home page: the others are on a page of their own. */
const SHOWN = 8;

/** How serious each kind is. */
const TONES: Readonly<Record<ToDoKind, Tone>> = {
  "cold-hot-water": "very-bad",
  "boiler-fault": "very-bad",
  "temperature": "very-bad",
  "water-at-night": "very-bad",
  "drift": "very-bad",
  "gap": "very-bad",
  "ventilation": "very-bad",
  "skydome": "very-bad",
  "heating-control": "bad",
  "silence": "bad",
  "gas-consent": "bad",
  "documents-late": "bad",
  "documents-refused": "bad",
  "documents-to-validate": "info",
  "access": "bad",
};

/** The kind of a thing to do, as a word with its colour. */
export function ToDoStatus({ kind }: Pick<ToDo, "kind">) {
  return <Status tone={TONES[kind]} label={TO_DO_LABELS[kind]} />;
}

/** The first things to do; the link to the others, and to those that are put off. @spec projects.to-do */
export function ToDoList(
  { lines, postponed, unread, waitingCount, today, followed }: ReadToDo,
) {
  const others = [
    ...lines.length > SHOWN ? ["Voir tout"] : [],
    ...postponed.length > 0 ? [countText(postponed.length, "reporté")] : [],
  ];
  return (
    <section class="stack" aria-labelledby="to-do">
      <h2 id="to-do">À faire</h2>
      {unread.length > 0 && <Notice tone="bad" title={unreadText(unread)} />}
      {waitingCount > 0 && <Notice tone="info" title={waitingText(waitingCount)} />}
      {lines.length === 0 && unread.length === 0 && waitingCount === 0 && (
        <Status tone="good" label="Rien à signaler aujourd’hui" />
      )}
      {lines.length > 0 && (
        <ul class="card to-do">
          {lines.slice(0, SHOWN).map((line) => (
            <ToDoLine key={line.href} line={line} {...{ today, followed }} />
          ))}
        </ul>
      )}
      {others.length > 0 && <a href={links.toDo()}>{others.join(", ")}</a>}
    </section>
  );
}

function ToDoLine(
  { line, today, followed }: { line: ToDo } & Pick<ReadToDo, "today" | "followed">,
) {
  const { what, href, where, due } = line;
  const facts = [where, ageText(ageDays(line, today)), dueText(due), ownerText(line)];
  return (
    <li>
      <ToDoStatus kind={line.kind} />
      <a href={href}>{what}</a>
      <span class="soft small">{facts.filter(Boolean).join(" · ")}</span>
      <ToDoAction line={line} followed={followed} list="residences" />
    </li>
  );
}

/** What one may do about a line without leaving the list: take charge, follow, remind the provider. */
export function ToDoAction(
  { line, followed, list }:
    & { line: ToDo; list: "residences" | "toDo" }
    & Pick<
      ReadToDo,
      "followed"
    >,
) {
  const { subject, followUp, emails, what, since } = line;
  if (emails.length > 0) return <a href={reminderHref(emails, what, since)}>Relancer</a>;
  if (subject === null || !followed.has(subject.projectId)) return null;
  const at = [subject.projectId, subject.kind, subject.id] as const;
  return followUp?.taken
    ? <a href={links.followUp(...at)}>{PAGES.followUp.title}</a>
    : <TakeForm action={links.followUp(...at, list)} isSmall />;
}

/** The button that takes charge of a thing to do, or gives it back. */
export function TakeForm(
  { action, isTaken = false, isSmall = false }: {
    action: string;
    isTaken?: boolean;
    isSmall?: boolean;
  },
) {
  return (
    <PostForm action={action} class="no-print">
      <input type="hidden" name="form" value={isTaken ? "release" : "take"} />
      <button type="submit" class={isSmall ? "button button-small" : "button"}>
        {isTaken ? "Retirer la prise en charge" : "Je m’en charge"}
      </button>
    </PostForm>
  );
}
