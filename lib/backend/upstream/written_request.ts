import type { Call } from "@/lib/contract/call.ts";
import { fillPath, parameterNames } from "@/lib/contract/http/paths.ts";
import { CONFIRMATION_HEADER } from "@/lib/domain/forms/effects.ts";

/** A call's input, before its type is known. */
export type AnyInput = Readonly<Record<string, unknown>>;

/** What a call shows the other host. */
export interface Shown {
  /** The caller's token there; null for none. */
  readonly token: string | null;
  /** The value that confirms the call. */
  readonly confirmation?: string | undefined;
}

/**
 * The request of a call to another host.
 *
 * @param origin of the host, `https://api.example.fr`
 * @param token sent as X-AuthToken, or as bearer in OAuth mode (F §7); null for a public call
 * @throws RangeError when a parameter cannot be in a path
 */
export function writtenRequest(
  call: Call,
  input: AnyInput,
  { origin, token, confirmation, bearer = false }: Shown & {
    readonly origin: string;
    readonly bearer?: boolean;
  },
): Request {
  const { body, ...parameters } = input;
  const url = new URL(`/api${fillPath(call.path, parameters)}`, origin);
  const inPath = new Set(parameterNames(call.path));
  for (const [name, value] of Object.entries(parameters)) {
    if (!inPath.has(name) && value !== undefined && value !== null) {
      url.searchParams.set(name, String(value));
    }
  }
  const headers = new Headers({ accept: "application/json" });
  if (token !== null && bearer) headers.set("authorization", `Bearer ${token}`);
  else if (token !== null) headers.set("x-authtoken", token);
  if (confirmation !== undefined) headers.set(CONFIRMATION_HEADER, confirmation);
  return new Request(url, { method: call.method, headers, ...writtenBody(call, body, headers) });
}

function writtenBody(call: Call, body: unknown, headers: Headers): { body?: BodyInit } {
  if (call.body === undefined) return {};
  switch (call.bodyKind ?? "json") {
    case "json":
      headers.set("content-type", "application/json");
      return { body: JSON.stringify(body) };
    case "form":
      return {
        body: new URLSearchParams(fieldsOf(body).map(([name, value]) => [name, String(value)])),
      };
    case "multipart":
      return { body: formData(body) };
    case "text":
      headers.set("content-type", "text/plain; charset=utf-8");
      return { body: String(body) };
    case "bytes":
      headers.set("content-type", "application/octet-stream");
      return { body: bytesOf(body) };
  }
}

function fieldsOf(body: unknown): [string, unknown][] {
  return Object.entries(body ?? {}).filter(([, value]) => value !== undefined && value !== null);
}

function formData(body: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of fieldsOf(body)) {
    if (value instanceof Uint8Array) form.set(name, new Blob([bytesOf(value)]), name);
    else form.set(name, typeof value === "object" ? JSON.stringify(value) : String(value));
  }
  return form;
}

function bytesOf(body: unknown): Uint8Array<ArrayBuffer> {
  if (!(body instanceof Uint8Array)) throw new TypeError("Cannot write body: bytes are expected");
  return new Uint8Array(body);
}
