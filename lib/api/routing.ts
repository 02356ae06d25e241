/** Matches and writes the paths of calls. @module */

import { isPathSegment } from "@/lib/base/strings.ts";
import type { Catalogue, Method, NamedCall } from "./call.ts";

/** Method and path of a call: all that an island needs to call it. */
export interface CallPath {
  readonly method: Method;
  /** Under `/api`. */
  readonly path: string;
}

/** Methods and paths of some calls, for an island: it loads neither their schemas nor the other calls. */
export function callPaths<Name extends string>(
  calls: Readonly<Record<Name, NamedCall>>,
): Readonly<Record<Name, CallPath>>;
export function callPaths(calls: Catalogue): Readonly<Record<string, CallPath>> {
  return Object.fromEntries(
    Object.entries(calls).map(([name, { method, path }]) => [name, { method, path }]),
  );
}

/** A call found for a method and a path, or the reason why none matched. */
export type Match =
  | { readonly kind: "call"; readonly call: NamedCall; readonly parameters: Record<string, string> }
  /** The path is malformed. */
  | { readonly kind: "bad-request" }
  | { readonly kind: "method-not-allowed"; readonly allowed: readonly Method[] }
  | { readonly kind: "not-found" };

/** Finds the call of a method and a path (under `/api`, without its query). */
export type Matcher = (method: string, path: string) => Match;

/** Names of the parameters of a path, in order. @returns ["orgId", "year"] for "/orgs/:orgId/years-:year" */
export function parameterNames(path: string): string[] {
  return [...path.matchAll(PARAMETER)].map(([, name = ""]) => name);
}

/**
 * Writes a path with its parameters, each encoded.
 *
 * @example
 * ```ts
 * import { strictEqual } from "node:assert/strict";
 * strictEqual(fillPath("/orgs/:orgId/years-:year", { orgId: "a/b", year: "2024" }), "/orgs/a%2Fb/years-2024");
 * ```
 * @throws TypeError when a parameter is missing
 * @throws RangeError when a value is not allowed in a path: empty, "." or "..", or an unpaired surrogate
 */
export function fillPath(path: string, parameters: Readonly<Record<string, unknown>>): string {
  return path.replace(PARAMETER, (_, name: string) => encoded(name, parameters[name]));
}

/** Path of the request of a call: the parameters that its path does not name are its query. @throws as {@link fillPath} */
export function requestPath(path: string, parameters: Readonly<Record<string, unknown>>): string {
  const inPath = new Set(parameterNames(path));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    const isAsked = !inPath.has(name) && value !== undefined && value !== null;
    if (isAsked) query.set(name, String(value));
  }
  return `/api${fillPath(path, parameters)}${query.size > 0 ? `?${query}` : ""}`;
}

/**
 * Compiles the paths of a catalogue into a matcher that works segment by segment.
 *
 * Literal segments take precedence over segments with a literal start (`years-:year`, longest start first), which take
 * precedence over bare parameters.
 *
 * @throws RangeError when two calls have the same method and path, ignoring parameter names
 */
export function pathMatcher(calls: Catalogue): Matcher {
  const root = newNode();
  for (const call of Object.values(calls)) addCall(root, call);
  return (method, path) => match(root, method, path);
}

const PARAMETER = /:([A-Za-z]+)/g;

/** The possible next segments after the same path, and the calls that end here. */
interface Node {
  literals: Map<string, Node>;
  /** Longest start first; the bare parameter, whose start is empty, comes last. */
  starts: { start: string; next: Node }[];
  calls: Map<string, { call: NamedCall; parameters: string[] }>;
}

function newNode(): Node {
  return { literals: new Map(), starts: [], calls: new Map() };
}

function addCall(root: Node, call: NamedCall): void {
  const { name, method, path } = call;
  let node = root;
  for (const segment of path.split("/").slice(1)) node = childOf(node, segment);
  const other = node.calls.get(method);
  if (other) {
    throw new RangeError(`Cannot tell ${name} from ${other.call.name}: ${method} ${path}`);
  }
  node.calls.set(method, { call, parameters: parameterNames(path) });
}

function childOf(node: Node, segment: string): Node {
  const colon = segment.indexOf(":");
  if (colon < 0) return node.literals.getOrInsertComputed(segment, newNode);
  const start = segment.slice(0, colon);
  const known = node.starts.find((one) => one.start === start);
  if (known) return known.next;
  const next = newNode();
  node.starts.push({ start, next });
  node.starts.sort((a, b) => b.start.length - a.start.length);
  return next;
}

function match(root: Node, method: string, path: string): Match {
  const segments = decodedSegments(path);
  if (segments === null) return { kind: "bad-request" };
  const values: string[] = [];
  const found = findNode(root, segments, values, method) ?? findNode(root, segments, values, null);
  if (!found) return { kind: "not-found" };
  const one = found.calls.get(method);
  if (one === undefined) {
    return {
      kind: "method-not-allowed",
      allowed: [...found.calls.values()].map(({ call }) => call.method),
    };
  }
  const parameters: Record<string, string> = {};
  one.parameters.forEach((name, index) => parameters[name] = values[index] ?? "");
  return { kind: "call", call: one.call, parameters };
}

/** The decoded segments; null when one is badly encoded or the path does not start with "/". */
function decodedSegments(path: string): string[] | null {
  if (!path.startsWith("/")) return null;
  const segments = path.slice(1).split("/");
  try {
    return path.includes("%") ? segments.map(decodeURIComponent) : segments;
  } catch {
    return null;
  }
}

/** The first node, literals first, that matches the segments and has a call (of the method, unless null). */
function findNode(
  node: Node,
  segments: readonly string[],
  values: string[],
  method: string | null,
  depth = 0,
): Node | null {
  const segment = segments[depth];
  if (segment === undefined) return endsHere(node, method) ? node : null;
  const literal = node.literals.get(segment);
  const found = literal && findNode(literal, segments, values, method, depth + 1);
  if (found) return found;
  for (const { start, next } of node.starts) {
    if (segment.length <= start.length || !segment.startsWith(start)) continue;
    values.push(segment.slice(start.length));
    const deeper = findNode(next, segments, values, method, depth + 1);
    if (deeper) return deeper;
    values.pop();
  }
  return null;
}

function endsHere(node: Node, method: string | null): boolean {
  return method === null ? node.calls.size > 0 : node.calls.has(method);
}

function encoded(name: string, value: unknown): string {
  if (typeof value !== "string") throw new TypeError(`Cannot fill path: ${name} is missing`);
  if (!isPathSegment(value)) throw new RangeError(`Cannot fill path: ${name} is "${value}"`);
  return encodeURIComponent(value);
}
