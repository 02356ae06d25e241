import { useRef, useState } from "react";
import { SelectionList, type SelectionListProps } from "@/components/alarms/SelectionList.tsx";
import type { AlarmSelection } from "@/lib/alarms/schema.ts";
import {
  selectionsError,
  withFilter,
  withoutSelection,
  withSelection,
} from "@/lib/alarms/selections.ts";
import { keepFocus } from "@/lib/ui/focus.ts";
import { markUnsaved, useLive } from "@/lib/ui/hydration.ts";

/**
 * Editor of a report's selections. Without JavaScript the same buttons send the form, and the page returns with one
 * selection more or less.
 */
export default function SelectionEditor(
  { available, error, ...field }: Omit<SelectionListProps, "events">,
) {
  const [selections, setSelections] = useState(field.selections);
  const [isTouched, setTouched] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const live = useLive(root);
  const change = (next: readonly AlarmSelection[]) => {
    if (next !== selections) markUnsaved(root.current);
    keepFocus(root.current, () => {
      setTouched(true);
      setSelections(next);
    });
  };
  const events = {
    onAdd: (handler: string) => change(withSelection(selections, handler)),
    onRemove: (handler: string) => change(withoutSelection(selections, handler)),
    onFilter: (
      handler: AlarmSelection["handler"],
      name: string,
      values: readonly string[],
    ) => change(withFilter(selections, handler, [name, values])),
  };
  const shown = isTouched ? selectionsError(selections) ?? undefined : error;
  return (
    <div ref={root}>
      <SelectionList
        label={field.label}
        required={field.required}
        available={available}
        selections={selections}
        picked={field.picked}
        error={shown}
        events={live ? events : undefined}
      />
    </div>
  );
}
