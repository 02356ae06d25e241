import { useModals } from "@/lib/ui/modals.ts";

/** Activates the dialogs of a page: `Modal` and `ModalOpener`. */
export default function Modals() {
  useModals();
  return null;
}
