import type { Ask } from "../contract/catalogue.ts";
import type { State } from "./state.ts";

/** How a page asks: straight through the door, without HTTP. */
export interface Api {
  call: Ask;
}

/** The calls of the catalogue for whoever comes with this request. */
export function inProcess(
  { platform, caller, clientAddress, requestId }: Pick<
    State,
    "platform" | "caller" | "clientAddress" | "requestId"
  >,
): Api {
  const asking = { caller, clientAddress, requestId };
  return { call: (name, input) => platform.door.answer(name, input, asking) };
}
