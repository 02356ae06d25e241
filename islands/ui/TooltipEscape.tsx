import { useEffect } from "react";

/** Escape hides the visible tooltip, without moving the pointer or the focus; it is shown again on return. */
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
    // `mouseenter` does not bubble: when captured, its target is the tooltip itself.
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
