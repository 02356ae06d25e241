import { type ComponentType, Fragment, render } from "preact";
import { jsx } from "preact/jsx-runtime";

type Instance = [island: ComponentType<object>, props: object];

/** Brings the page's islands to life, each between its two comments. */
export function boot(instances: Instance[]): void {
  const starts: Comment[] = [];
  const comments = document.createTreeWalker(document, NodeFilter.SHOW_COMMENT);
  while (comments.nextNode()) {
    const { currentNode } = comments;
    if (currentNode instanceof Comment && currentNode.data.startsWith("fresh:")) {
      starts.push(currentNode);
    }
  }
  for (const start of starts) {
    const index = Number(start.data.slice("fresh:".length));
    const [island, props] = instances[index] ?? [];
    // `__m` numbers the ids of useId() by island, as the server did.
    const children = island && jsx(island, props ?? {});
    render(Object.assign(jsx(Fragment, { children }), { __m: [index + 1, 0] }), between(start));
  }
}

/** The nodes up to the closing comment, as a parent element that preact can fill. */
function between(start: Comment): Element {
  const parent = start.parentNode;
  const childNodes: ChildNode[] = [];
  let end = start.nextSibling;
  while (end && !(end instanceof Comment && end.data === "/fresh")) {
    childNodes.push(end);
    end = end.nextSibling;
  }
  // The only members of a parent that Preact uses.
  return {
    nodeType: 1,
    namespaceURI: parent instanceof Element ? parent.namespaceURI : null,
    firstChild: childNodes[0] ?? null,
    childNodes,
    insertBefore: (node: Node, next: Node | null) => parent?.insertBefore(node, next ?? end),
  } as unknown as Element;
}
