import { createDefine } from "fresh";
import type { State } from "./state.ts";

/** Typed handlers, pages, layouts and middlewares of this app. */
export const define = createDefine<State>();
