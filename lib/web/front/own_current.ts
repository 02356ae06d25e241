import type { Options } from "preact";

const CURRENT = "aria-current";

/**
 * Keeps the `aria-current` that a link was given. By a hook of preact, Fresh marks the links to the current page and to
 * those above it, over the value of their author: each link between the pages of a list would be said to be the page.
 *
 * @param options of preact, with Fresh's hook in them
 */
export function keepOwnCurrent(options: Options): void {
  const { vnode: complete } = options;
  if (complete === undefined) return;
  options.vnode = (vnode) => {
    const props: Record<string, unknown> = vnode.props;
    const own = vnode.type === "a" ? props[CURRENT] : undefined;
    complete(vnode);
    if (own !== undefined) props[CURRENT] = own;
  };
}
