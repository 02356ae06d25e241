/** No element has this id: the page is neither scrolled, nor kept from focusing a wrong field. */
const FRAGMENT = "#sent";

/**
 * The address of a form that is sent to its own page, as another entry of the history.
 *
 * A browser replaces a page with the error of its very address, when the connection is lost: Back would lead to the page
 * before, and lose what was typed, or the import that was running.
 *
 * @param action returned as it is when it names a section
 */
export function ownEntry(action: string): string {
  return action.includes("#") ? action : action + FRAGMENT;
}

/** As {@link ownEntry}, of a form in a section: its title, to which no link leads, since links lead to sections. */
export function sectionEntry(action: string, section: string): string {
  return `${action}#${section}-title`;
}
