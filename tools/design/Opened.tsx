import { useEffect } from "react";
import { openModal } from "@/lib/browser/page/modals.ts";

/** Opens all that opens in the page: details, then a window, whose first control is a help text. */
export default function Opened({ modal }: { modal: string }) {
  useEffect(() => {
    for (const details of document.querySelectorAll("details")) details.open = true;
    openModal(modal);
  }, []);
  return null;
}
