import type { ComponentChildren } from "preact";

/** Where `<Head>` puts its children: the page being rendered; nowhere in the browser. */
export const headSink: { take: ((children: ComponentChildren) => void) | null } = { take: null };
