import { useEffect } from "react";

interface SortableListProps {
  /** Id of the list whose lines, marked `data-id`, can be dragged. */
  list: string;
  action: string;
}

/** Makes the lines of a list draggable; its buttons do the same from the keyboard. */
export default function SortableList({ list, action }: SortableListProps) {
  useEffect(() => {
    const element = document.getElementById(list);
    if (element === null) return;
    const stop = new AbortController();
    const { signal } = stop;
    let dragged: HTMLElement | null = null;
    let follower: ChildNode | null = null;
    for (const line of linesOf(element)) line.draggable = true;
    element.addEventListener("dragstart", (event) => {
      // A text selected in a field is not a line.
      dragged = event.target instanceof HTMLElement && event.target.dataset.id !== undefined
        ? event.target
        : null;
      follower = dragged?.nextSibling ?? null;
      dragged?.classList.add("dragged");
    }, { signal });
    element.addEventListener("dragover", (event) => {
      if (dragged === null) return;
      event.preventDefault();
      const line = event.target instanceof Element ? event.target.closest("li") : null;
      if (line === null || line === dragged) return;
      const { top, height } = line.getBoundingClientRect();
      line[event.clientY < top + height / 2 ? "before" : "after"](dragged);
    }, { signal });
    element.addEventListener("drop", (event) => {
      event.preventDefault();
      const isMoved = dragged !== null && dragged.nextSibling !== follower;
      if (isMoved) send(action, linesOf(element).map((line) => line.dataset.id ?? ""));
      follower = dragged?.nextSibling ?? null;
    }, { signal });
    // Escape, or a release outside the list: without a drop the line goes back.
    element.addEventListener("dragend", () => {
      dragged?.classList.remove("dragged");
      if (dragged !== null) element.insertBefore(dragged, follower);
      dragged = null;
    }, { signal });
    return () => stop.abort();
  }, [list, action]);
  return null;
}

function linesOf(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>(":scope > [data-id]")];
}

/** Posts the order as the page's own forms do, so that the answer is the saved page. */
function send(action: string, ids: readonly string[]): void {
  const form = document.createElement("form");
  form.method = "post";
  form.action = action;
  for (const [name, value] of [["form", "order"], ["order", ids.join(",")]] as const) {
    const field = document.createElement("input");
    field.type = "hidden";
    field.name = name;
    field.value = value;
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}
