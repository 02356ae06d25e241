import { useModals } from "@/lib/browser/page/modals.ts";

/** Activates the dialogs of a page: `Modal` and `ModalOpener`. */
export default function Modals() {
  useModals();
  return null;
}
