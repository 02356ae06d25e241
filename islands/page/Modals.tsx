import { useModals } from "@/lib/browser/page/modals.ts";

/** Brings the windows of a page to life: `Modal` and `ModalOpener`. */
export default function Modals() {
  useModals();
  return null;
}
