import { fileColumn, linkColumn, textColumn } from "@/components/ui/columns.tsx";
import type { List } from "@/components/ui/list.ts";
import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { formatDay } from "@/lib/base/date_format.ts";
import {
  ageText,
  ownerText,
  postponedText,
  TO_DO_LABELS,
  type ToDo,
} from "@/lib/portfolio/text_to_do.ts";
import { ageDays, isPostponed } from "@/lib/portfolio/to_do.ts";
import type { ReadToDo } from "@/lib/portfolio/to_do_pages.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { ToDoAction, ToDoStatus } from "./ToDoList.tsx";

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
        cell: (line) => ageText(ageDays(line, today)),
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
