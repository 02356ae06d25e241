import { useEffect, useState } from "react";

/** Event that a switch sends up the page after it was flipped; its detail is whether it is on. */
export const TOGGLED = "toggled";

/** Whether the island is alive: false on the server and until the browser has taken it over. */
export function useLive(): boolean {
  const [live, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  return live;
}

/** Marks the form around an element as changed, where no field of it says so: the unsaved-changes guard then asks. */
export function markUnsaved(element: Element | null): void {
  const form = element?.closest("form");
  if (form?.dataset.guard !== undefined) form.dataset.guard = "unsaved";
}
