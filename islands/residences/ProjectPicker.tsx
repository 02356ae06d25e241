import { useRef, useState } from "react";
import {
  ProjectChoices,
  type ProjectChoicesProps,
} from "@/components/residences/ProjectChoices.tsx";
import {
  foundProjects,
  projectsError,
  withoutProjects,
  withProjects,
} from "@/lib/residences/project_selection.ts";
import { useLive } from "@/lib/ui/hydration.ts";

export type ProjectPickerProps = Omit<ProjectChoicesProps, "box" | "words" | "events">;

/**
 * Selection of residences in a dialog. Without JavaScript the dialog is a part of the page shown by a link, with all
 * the checkboxes and without the search.
 */
export default function ProjectPicker({ choices, error, ...field }: ProjectPickerProps) {
  const [chosen, setChosen] = useState(() => withProjects([], field.chosen));
  const [words, setWords] = useState("");
  const [isTouched, setTouched] = useState(false);
  const box = useRef<HTMLFieldSetElement>(null);
  const live = useLive(box);

  const change = (ids: readonly string[], isTicked: boolean) => {
    setTouched(true);
    setChosen((before) => isTicked ? withProjects(before, ids) : withoutProjects(before, ids));
  };
  const events = {
    onWords: setWords,
    onTick: (id: string, isTicked: boolean) => change([id], isTicked),
    onAll: (isTicked: boolean) =>
      change(foundProjects(choices, words).map(({ id }) => id), isTicked),
  };
  const own = field.required ? projectsError(chosen) ?? undefined : undefined;
  const shown = isTouched ? own : error;
  return (
    <ProjectChoices
      {...field}
      box={box}
      choices={choices}
      chosen={chosen}
      words={words}
      error={shown}
      events={live ? events : undefined}
    />
  );
}
