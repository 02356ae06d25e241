/** Reads the routes folder: patterns, special files, and which files are islands. @module */

import { basename } from "node:path";
import type { FileModule, ModuleKind } from "../snapshot.ts";

/** True for a file of code: in an islands folder, what a browser could run. */
export function isCode(file: string): boolean {
  return /\.[jt]sx?$/.test(file);
}

/**
 * Scripts are named after their islands, and two names that differ by case alone are one.
 *
 * @throws TypeError that names the two files
 */
export function refuseAlike(islands: readonly string[]): void {
  for (const alike of Map.groupBy(islands, (file) => nameOf(file).toLowerCase()).values()) {
    if (new Set(alike.map(nameOf)).size === 1) continue;
    throw new TypeError(`Islands ${alike.join(" and ")}: their names differ by case alone`);
  }
}

function nameOf(file: string): string {
  return basename(file).replace(/\.\w+$/, "");
}

/** A file of the routes folder, as described by its path. */
export type FilePlace = Pick<FileModule, "kind" | "file" | "folders" | "pattern">;

interface RoutesFolder {
  modules: FilePlace[];
  /** Files of `(_islands)` folders. */
  islands: string[];
}

/** Sorts the files of a routes folder by what they are. */
export function routesFolder(files: string[]): RoutesFolder {
  const folder: RoutesFolder = { modules: [], islands: [] };
  for (const file of files) {
    if (!isCode(file)) continue;
    const folders = file.split("/").slice(0, -1);
    const kept = folders.find((name) => /^\(_.*\)$/.test(name));
    if (kept === "(_islands)") folder.islands.push(file);
    if (kept !== undefined) continue;
    const place = filePlace(file, folders);
    if (place) folder.modules.push(place);
  }
  return folder;
}

const SPECIAL: Record<string, ModuleKind | undefined> = {
  _app: "app",
  _layout: "layout",
  _middleware: "middleware",
  _error: "error",
};

/** @throws TypeError for `_404` and `_500`, which `_error` replaces */
function filePlace(file: string, folders: string[]): FilePlace | null {
  const name = file.slice(file.lastIndexOf("/") + 1).replace(/\.[jt]sx?$/, "");
  if (name === "_404" || name === "_500") {
    throw new TypeError(`routes/${file}: error pages are named _error.tsx`);
  }
  if (!name.startsWith("_")) {
    return { kind: "route", file, folders, pattern: routePattern([...folders, name]) };
  }
  const kind = SPECIAL[name];
  return kind ? { kind, file, folders, pattern: "" } : null;
}

/** `["collect", "[projectId]", "(group)", "index"]` is `/collect/:projectId`. */
function routePattern(names: string[]): string {
  const segments = names.filter((name, i) =>
    !/^\(.*\)$/.test(name) && !(name === "index" && i === names.length - 1)
  );
  return `/${segments.map(segmentPattern).join("/")}`;
}

function segmentPattern(segment: string): string {
  const rest = /^\[\.\.\.(\w+)\]$/.exec(segment);
  if (rest) return `:${rest[1]}*`;
  const optional = /^\[\[(\w+)\]\]$/.exec(segment);
  if (optional) return `:${optional[1]}?`;
  return segment.replaceAll(/\[(\w+)\]/g, ":$1");
}
