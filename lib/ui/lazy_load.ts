/** Calls back once an element is looked at, to load a chart or a map. @module */

/** Time in view after which a chart or a map is loaded. */
const LOOKED_AT_MS = 800;

/**
 * Calls back once when the user points at an element, focuses it, or has it in view for a moment; never when the
 * browser requests data saving. Browser only.
 *
 * @returns a function that cancels the callback
 */
export function whenWanted(element: Element | null, wanted: () => void): () => void {
  if (element === null || isSavingData()) return () => {};
  const pointed = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const seen = new IntersectionObserver(([entry]) => {
    clearTimeout(timer);
    if (entry?.isIntersecting) timer = setTimeout(once, LOOKED_AT_MS);
  }, { threshold: 0.4 });
  const stop = () => {
    clearTimeout(timer);
    seen.disconnect();
    pointed.abort();
  };
  const once = () => {
    stop();
    wanted();
  };
  seen.observe(element);
  for (const event of ["pointerenter", "focusin"]) {
    element.addEventListener(event, once, { once: true, signal: pointed.signal });
  }
  return stop;
}

/** Whether the user requested data saving; not every browser exposes it. */
function isSavingData(): boolean {
  const connection: unknown = Reflect.get(navigator, "connection");
  return typeof connection === "object" && connection !== null &&
    Reflect.get(connection, "saveData") === true;
}
