/** Shows the things to do, the first ones and all of them, each with its age, who acts, and the page on which one acts. @module */

import { Notice, Status, type Tone } from "@/components/ui/Page.tsx";
import { PostForm } from "@/components/ui/PostForm.tsx";
import { countText } from "@/lib/base/text_format.ts";
import {
  ageText,
  dueText,
  ownerText,
  postponedText,
  reminderHref,
  sinceText,
  TO_DO_LABELS,
  type ToDo,
  type ToDoKind,
  unreadText,
  waitingText,
} from "@/lib/portfolio/text_to_do.ts";
import { ageDays, isPostponed } from "@/lib/portfolio/to_do.ts";
import type { ReadToDo } from "@/lib/portfolio/to_do_pages.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { fileColumn, linkColumn, textColumn } from "@/components/ui/columns.tsx";
import type { List } from "@/components/ui/list.ts";
import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { formatDay } from "@/lib/base/date_format.ts";

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
function ToDoAction(
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

const STATES = { open: "À faire", taken: "Pris en charge", postponed: "Reporté" } as const;

/** Every thing to do, those that are put off too. @spec projects.to-do */
export function toDoTable({ today, followed }: Pick<ReadToDo, "today" | "followed">): List<ToDo> {
  const state = (line: ToDo) => STATES[stateOf(line, today)];
  return {
    ...PAGES.toDo,
    fileName: "a-faire.csv",
    order: null,
    columns: [
      linkColumn("what", "À faire", ({ what }) => what, ({ href }) => href, {
        header: "À faire",
      }),
      textColumn("where", "Lieu", ({ where }) => where),
      {
        field: "kind",
        label: "Type",
        cell: (line) => <ToDoStatus kind={line.kind} />,
        value: ({ kind }) => TO_DO_LABELS[kind],
      },
      textColumn("since", "Depuis", ({ since }) => formatDay(since), {
        cell: (line) => {
          const days = ageDays(line, today);
          return days === null ? "" : sinceText(days);
        },
        sort: ({ since }) => since,
        verdict: true,
      }),
      textColumn("due", "Échéance", ({ due }) => formatDay(due), { sort: ({ due }) => due }),
      textColumn("owner", "Responsable", ownerText, {
        cell: (line) => (
          <>
            {ownerText(line)}
            {isPostponed(line, today) && line.followUp !== null && (
              <p class="soft small">Reporté {postponedText(line.followUp)}</p>
            )}
          </>
        ),
      }),
      fileColumn("État", state),
      {
        field: "action",
        label: "Suivi",
        sortable: false,
        cell: (line) => <ToDoAction line={line} followed={followed} list="toDo" />,
      },
    ],
    filters: [
      { field: "kind", label: "Type", value: ({ kind }) => TO_DO_LABELS[kind], least: 2 },
      { field: "state", label: "État", value: state, least: 2 },
    ],
    words: ({ what, where, owner }) => [what, where, owner],
    noun: "ligne",
    nothing: "Aucune ligne trouvée",
    icon: "check",
    empty: { title: "Rien à signaler aujourd’hui", icon: "check" },
  };
}

function stateOf(line: ToDo, today: IsoDate): keyof typeof STATES {
  if (isPostponed(line, today)) return "postponed";
  return line.followUp?.taken ? "taken" : "open";
}
