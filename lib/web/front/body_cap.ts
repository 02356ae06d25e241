import { HttpError } from "fresh";

/**
 * A copy of the request whose body fails with 413 beyond `maxBytes`. Only a body of unknown length is wrapped: one of
 * announced length cannot exceed it.
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
