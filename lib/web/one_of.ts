import { HttpError } from "fresh";

/** The element of a list with an id. @throws HttpError 404 when there is none */
export function oneOf<One extends { readonly id: string }>(
  all: readonly One[],
  id: string | undefined,
): One {
  const found = all.find((one) => one.id === id);
  if (found === undefined) throw new HttpError(404, "not-found");
  return found;
}
