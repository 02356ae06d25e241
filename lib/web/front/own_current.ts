import type { Options } from "preact";

const CURRENT = "aria-current";

/**
 * Keeps the `aria-current` that a component gave to a link. A hook that Fresh adds to preact marks the links to the
 * current page and to those above it. Some versions overwrite the given value: each link between the pages of a list
 * would then be marked as the current page.
 *
 * @param options of preact, with Fresh's hook in them
 */
export function keepOwnCurrent(options: Options): void {
  const { vnode: complete } = options;
  if (complete === undefined) return;
  options.vnode = (vnode) => {
    const own = vnode.type === "a" ? currentOf(vnode.props) : undefined;
    complete(vnode);
    // The React layer of preact may have replaced the object of the attributes.
    if (own !== undefined) Object.assign(vnode.props, { [CURRENT]: own });
  };
}

function currentOf(attributes: Readonly<Record<string, unknown>>): unknown {
  return attributes[CURRENT];
}
