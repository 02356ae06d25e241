import { withServer } from "@/tests/tools/loopback.ts";

/** A post as the server of a webhook receives it. */
export interface ReceivedPost {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: string;
}

export interface WebhookServer {
  readonly port: number;
  readonly received: readonly ReceivedPost[];
  /** Sets the answer to the next posts; 204 at first. */
  answers(answer: () => Response | Promise<Response>): void;
}

/** Runs a test with a server on this machine that receives webhooks. */
export function withWebhookServer(
  test: (server: WebhookServer) => Promise<void>,
): Promise<void> {
  const received: ReceivedPost[] = [];
  let answer: () => Response | Promise<Response> = () => new Response(null, { status: 204 });
  return withServer(async (request) => {
    const { method, headers } = request;
    const { pathname, search } = new URL(request.url);
    received.push({ method, path: pathname + search, headers, body: await request.text() });
    return await answer();
  }, ({ port }) => test({ port, received, answers: (next) => answer = next }));
}
