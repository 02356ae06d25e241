import type { FunctionComponent } from "preact";

/**
 * A component whose markup depends on its props alone, which are plain values: not on a hook, a context or the time.
 * The server may then render it once for equal props; Fresh itself renders it each time.
 */
export function markupFromProps<Props>(
  component: FunctionComponent<Props>,
): FunctionComponent<Props> {
  return Object.assign(component, { [Symbol.for("markup-from-props")]: true });
}
