import { useEffect } from "react";

/** Escape hides the help shown, without moving the pointer or the focus; it shows again on coming back to it. */
export default function TooltipEscape() {
  useEffect(() => {
    const stop = new AbortController();
    const options = { signal: stop.signal };
    const allowAgain = ({ target }: Event) => {
      if (target instanceof Element) target.closest(".tooltip")?.removeAttribute("data-hidden");
    };
    document.addEventListener("keydown", ({ key }) => {
      if (key === "Escape") hideAll();
    }, options);
    document.addEventListener("focusin", allowAgain, options);
    // It does not bubble: captured, it tells of the tooltip itself, not of what moves inside it.
    document.addEventListener("mouseenter", (event) => {
      if (event.target instanceof Element && event.target.matches(".tooltip")) allowAgain(event);
    }, { ...options, capture: true });
    return () => stop.abort();
  }, []);
  return null;
}

function hideAll() {
  for (const tooltip of document.querySelectorAll(".tooltip")) {
    tooltip.setAttribute("data-hidden", "");
  }
}
