import { useEffect, useState } from "react";

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
