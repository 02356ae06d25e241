/** The origin of the sites under test. */
export const SITE = "http://127.0.0.1:8000";

/** The cookies of a browser. */
export class CookieJar {
  readonly #cookies: Map<string, string>;

  constructor(cookies: Iterable<readonly [name: string, value: string]> = []) {
    this.#cookies = new Map(cookies);
  }

  /** Sends a request with the cookies, and keeps those of its answer; follows no redirect. */
  async send(
    handler: (request: Request) => Response | Promise<Response>,
    path: string,
    init: RequestInit,
  ): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("cookie", [...this.#cookies].map((pair) => pair.join("=")).join("; "));
    const answer = await handler(new Request(SITE + path, { ...init, headers }));
    for (const line of answer.headers.getSetCookie()) this.#keep(line);
    return answer;
  }

  #keep(line: string): void {
    const [pair = ""] = line.split(";");
    const name = pair.slice(0, pair.indexOf("="));
    if (/Max-Age=0(;|$)/.test(line)) this.#cookies.delete(name);
    else this.#cookies.set(name, pair.slice(name.length + 1));
  }
}
