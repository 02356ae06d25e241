import { useRef, useState } from "react";
import { ProjectChoices, type ProjectChoicesProps } from "@/components/projects/ProjectChoices.tsx";
import { useLive } from "@/lib/browser/forms/live.ts";
import { useModals } from "@/lib/browser/page/modals.ts";
import {
  foundProjects,
  projectsError,
  withoutProjects,
  withProjects,
} from "@/lib/domain/projects/project_selection.ts";

type ProjectPickerProps = Omit<ProjectChoicesProps, "box" | "words" | "events">;

/**
 * Selection of residences in a dialog. Without JavaScript the dialog is a part of the page shown by a link, with all
 * the checkboxes and without the search.
 */
export default function ProjectPicker({ offered, error, ...field }: ProjectPickerProps) {
  const [chosen, setChosen] = useState(() => withProjects([], field.chosen));
  const [words, setWords] = useState("");
  const [isTouched, setTouched] = useState(false);
  const box = useRef<HTMLFieldSetElement>(null);
  const live = useLive(box);
  useModals();

  const change = (ids: readonly string[], isTicked: boolean) => {
    setTouched(true);
    setChosen((before) => isTicked ? withProjects(before, ids) : withoutProjects(before, ids));
  };
  const events = {
    onWords: setWords,
    onTick: (id: string, isTicked: boolean) => change([id], isTicked),
    onAll: (isTicked: boolean) =>
      change(foundProjects(offered, words).map(({ id }) => id), isTicked),
  };
  const own = field.required ? projectsError(chosen) ?? undefined : undefined;
  const shown = isTouched ? own : error;
  return (
    <ProjectChoices
      {...field}
      box={box}
      offered={offered}
      chosen={chosen}
      words={words}
      error={shown}
      events={live ? events : undefined}
    />
  );
}
