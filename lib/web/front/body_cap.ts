import { HttpError } from "fresh";

/**
 * The same request, whose body fails with 413 past `maxBytes`.
 *
 * A body of announced length cannot grow: only one of unknown length is watched.
 */
export function limitBody(request: Request, maxBytes: number): Request {
  const { body, headers } = request;
  if (body === null || headers.has("content-length")) return request;
  let size = 0;
  const watched = body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(bytes, controller) {
        size += bytes.length;
        if (size > maxBytes) throw new HttpError(413, "Body too large");
        controller.enqueue(bytes);
      },
    }),
  );
  return new Request(request, { body: watched });
}
