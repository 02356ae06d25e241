import { useEffect } from "react";
import { openModal } from "@/lib/ui/modals.ts";

/** Opens every collapsible part of the page: details, then a dialog, whose first control is a help text. */
export default function Opened({ modal }: { modal: string }) {
  useEffect(() => {
    for (const details of document.querySelectorAll("details")) details.open = true;
    openModal(modal);
  }, []);
  return null;
}
