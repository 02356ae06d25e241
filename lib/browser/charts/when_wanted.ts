/** In view for so long, a chart or a map is taken as wanted. */
const LOOKED_AT_MS = 800;

/**
 * Calls back once when the reader points at an element, focuses it, or has had it in view for a moment; never when
 * the browser asks to save data. Runs in the browser only.
 *
 * @returns undoes it
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

/** Whether the user asked to save data; not every browser exposes it. */
function isSavingData(): boolean {
  const connection: unknown = Reflect.get(navigator, "connection");
  return typeof connection === "object" && connection !== null &&
    Reflect.get(connection, "saveData") === true;
}
