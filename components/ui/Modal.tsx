import type { ComponentChildren } from "preact";

interface ModalProps {
  id: string;
  title: string;
  children: ComponentChildren;
}

/**
 * A modal window, opened or closed by its id (F §9). The page's script makes it a dialog; without JavaScript
 * the links of its opener and of its foot show and hide it.
 */
export function Modal({ id, title, children }: ModalProps) {
  return (
    <dialog class="modal" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      <div class="modal-body">{children}</div>
      <p class="modal-foot">
        <a class="button button-primary" href={`#${id}-opener`} data-closes={id}>Valider</a>
      </p>
    </dialog>
  );
}

/** The link that opens a modal window of the page. */
export function ModalOpener(
  { modal, autofocus, children }: {
    modal: string;
    autofocus?: boolean;
    children: ComponentChildren;
  },
) {
  return (
    <a
      class="button"
      autofocus={autofocus}
      id={`${modal}-opener`}
      href={`#${modal}`}
      data-opens={modal}
      aria-haspopup="dialog"
    >
      {children}
    </a>
  );
}
