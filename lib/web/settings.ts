/** Kinds of settings: how environment variables are parsed and explained. @module */

import * as z from "zod";
import { isEmail } from "@/lib/base/typed_formats.ts";

/** True for a host only this machine can reach. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host === "[::1]" || /^127(\.\d+){3}$/.test(host);
}

/**
 * The URL of a program that only this machine reaches.
 *
 * @returns null behind a proxy, on a public host, and with port 0, which is not known beforehand
 */
export function ownUrl(
  { host, port, isLocal }: { host: string; port: number; isLocal: boolean },
): string | null {
  return isLocal && port !== 0 ? `http://${host === "::1" ? "[::1]" : host}:${port}` : null;
}

/** An environment variable: its schema, its default, and texts for the operator. */
export interface Setting<T> {
  readonly schema: z.ZodType<T>;
  readonly fallback: string;
  /** Completes "NAME must be …". */
  readonly must: string;
  /** One sentence of the deployment guide. */
  readonly does: string;
  /** True when the value may hold a password: it is then never printed. */
  readonly secret: boolean;
}

/** A setting whose value may be printed. */
export function setting<T>(
  schema: z.ZodType<T>,
  fallback: string,
  must: string,
  does: string,
): Setting<T> {
  return { schema, fallback, must, does, secret: false };
}

/** A setting that may hold a password: its value is never printed. */
export function secret<T>(
  schema: z.ZodType<T>,
  fallback: string,
  must: string,
  does: string,
): Setting<T> {
  return { ...setting(schema, fallback, must, does), secret: true };
}

/** Value of a switch; `whenAuto` for "auto". */
export function decided(choice: "on" | "off" | "auto", whenAuto: boolean): boolean {
  return choice === "auto" ? whenAuto : choice === "on";
}

export function onOrOff(fallback: "on" | "off", does: string): Setting<"on" | "off"> {
  return setting(z.enum(["on", "off"]), fallback, "on or off", does);
}

/** A switch that the program sets by itself unless the setting says otherwise. */
export function onOffOrAuto(does: string): Setting<"on" | "off" | "auto"> {
  return setting(z.enum(["on", "off", "auto"]), "auto", "on, off or auto", does);
}

/** Digits, between two bounds. */
export function wholeNumber(
  [min, max]: readonly [min: number, max: number],
  fallback: string,
  does: string,
): Setting<number> {
  const digits = z.string().regex(/^\d{1,9}$/).transform(Number);
  const schema = digits.pipe(z.number().min(min).max(max));
  return setting(schema, fallback, `a whole number from ${min} to ${max}`, does);
}

/** A value; null when empty. */
export function orNull<T>(value: z.ZodType<T>): z.ZodType<T | null> {
  return z.union([z.literal("").transform(() => null), value]);
}

function httpUrl(): z.ZodType<string> {
  return z.url({ protocol: /^https?$/, abort: true });
}

/** An http(s) URL, without its last slash. */
export function baseUrl(): z.ZodType<string> {
  return httpUrl().transform((url) => url.replace(/\/+$/, ""));
}

/** The origin of an http(s) URL without a path; null when empty. */
export function origin(): z.ZodType<string | null> {
  return orNull(
    httpUrl().refine((url) => new URL(url).pathname === "/").transform((url) =>
      new URL(url).origin
    ),
  );
}

/** `name=origin` pairs: the origin of each application, by its name. */
export function appOrigins(): z.ZodType<Readonly<Record<string, string>>> {
  const pair = z.string().regex(/^[a-z][a-z-]{0,29}=\S+$/);
  return z.string()
    .transform((text) => text.split(",").map((part) => part.trim()).filter(Boolean))
    .pipe(z.array(pair))
    .transform((pairs) => Object.fromEntries(pairs.map((text) => text.split("=", 2))))
    .pipe(z.record(z.string(), httpUrl().transform((url) => new URL(url).origin)));
}

/** An smtp(s) URL; null when empty. */
export function smtpUrl(): z.ZodType<string | null> {
  return orNull(z.url({ protocol: /^smtps?$/ }));
}

/** An mqtt(s) URL whose path is at most a client id; null when empty. */
export function mqttUrl(): z.ZodType<string | null> {
  const url = z.url({ protocol: /^mqtts?$/, abort: true });
  return orNull(url.refine((text) => {
    const { hostname, pathname, search, hash } = new URL(text);
    return hostname !== "" && /^\/?[^/]*$/.test(pathname) && search === "" && hash === "";
  }));
}

/** An identifier and a secret, separated by the first colon; null when empty. */
export function clientCredentials(): z.ZodType<{ id: string; secret: string } | null> {
  return orNull(
    z.string().regex(/^[^\s:]+:\S+$/).transform((text) => {
      const colon = text.indexOf(":");
      return { id: text.slice(0, colon), secret: text.slice(colon + 1) };
    }),
  );
}

/** A bucket of an S3-compatible store. */
export interface Bucket {
  /** `https://host/bucket/prefix`. */
  readonly url: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

/** `https://key:secret@host/bucket?region=name`; null when empty. */
export function bucketUrl(): z.ZodType<Bucket | null> {
  return orNull(
    httpUrl().transform((text) => new URL(text))
      .refine(({ username, password, pathname }) => username && password && /[^/]/.test(pathname))
      .transform((url) => ({
        url: url.origin + url.pathname.replace(/\/+$/, ""),
        region: url.searchParams.get("region") ?? "us-east-1",
        accessKey: decodeURIComponent(url.username),
        secretKey: decodeURIComponent(url.password),
      })),
  );
}

/** `tcp://host:port`; null when empty. */
export function scannerUrl(): z.ZodType<{ hostname: string; port: number } | null> {
  return orNull(
    z.string().regex(/^tcp:\/\/[\w.-]+:\d{1,5}$/).transform((text) => {
      const [, hostname = "", port = ""] = /^tcp:\/\/(.*):(\d+)$/.exec(text) ?? [];
      return { hostname, port: Number(port) };
    }),
  );
}

/** An http(s) address with the three places of a map tile. */
export function tileUrl(): z.ZodType<string> {
  return z.string().refine((url) =>
    /^https?:\/\/[^/{}\s]+\//.test(url) && ["{z}", "{x}", "{y}"].every((part) => url.includes(part))
  );
}

/** First path segments in use by other pages. */
const TAKEN_SECTIONS: readonly string[] = [
  "",
  "_fresh",
  "account",
  "api",
  "api-docs",
  "chirpstack",
  "things-stack",
  "collect",
  "first-run",
  "accessibility",
  "legal-notice",
  "privacy",
  "tour",
  "my-home",
  "statements",
  "pilot",
  "confirm-email",
  "forgotten-password",
  "gateway",
  "health",
  "home",
  "input",
  "leaflet",
  "logout",
  "ping",
  "platform",
  "providers",
  "display",
  "query",
  "reset-password",
  "write",
];

/** A path of this site that is free for the sign-in page. */
export function signInPath() {
  return z.string().regex(/^(\/[\w-]+)+$/)
    .refine((path) => !TAKEN_SECTIONS.includes(path.split("/")[1] ?? ""));
}

export function lineOrNull(does: string): Setting<string | null> {
  const line = z.string().trim().max(300).regex(/^[^\r\n]*$/).transform((text) => text || null);
  return setting(line, "", "one line of text, or empty", does);
}

export function emailOrNone(does: string): Setting<string | null> {
  return setting(orNull(z.string().refine(isEmail)), "", "an e-mail address, or empty", does);
}
