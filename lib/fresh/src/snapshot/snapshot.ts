import type { ResolvedConfig } from "../types.ts";

/** What the build knows of a project; the app reads it, nothing is looked up on disk again. */
export interface Snapshot {
  root: string;
  mode: ResolvedConfig["mode"];
  /** Key that `asset()` adds: changes when any static file does. */
  assetKey: string;
  modules: FileModule[];
  islands: IslandModule[];
  /** Chunk that exports `signal` and `computed`; null when the project has no signals. */
  signals: Chunk | null;
  /** Static files and chunks by URL path. */
  files: Map<string, StaticFile>;
}

export type ModuleKind = "route" | "middleware" | "layout" | "app" | "error";

/** One file of the routes folder. */
export interface FileModule {
  kind: ModuleKind;
  /** Path from the routes folder, for messages. */
  file: string;
  /** Folders from the routes folder: `["collect", "[projectId]", "(group)"]`. */
  folders: string[];
  /** Path pattern of a route; "" for the others. */
  pattern: string;
  load(): unknown;
}

/** A script of the browser, with the ones it imports. */
export interface Chunk {
  url: string;
  imports: string[];
}

/** A file whose exported functions are islands. */
export interface IslandModule {
  /** Null when only other islands use it: it comes with theirs. */
  chunk: Chunk | null;
  load(): unknown;
}

export interface StaticFile {
  type: string;
  /** Hash of the content, without quotes. */
  hash: string;
  /** Its URL holds a hash of its content. */
  immutable: boolean;
  encodings: Encoding[];
  read(encoding: Encoding | null): Promise<Uint8Array<ArrayBuffer>>;
}

/** Best first. */
export const ENCODINGS = ["br", "gzip"] as const;

export type Encoding = typeof ENCODINGS[number];

/** Snapshots by the configuration of the app they were applied to: no part of the app's API. */
const snapshots = new WeakMap<ResolvedConfig, Snapshot>();

export function applySnapshot(config: ResolvedConfig, snapshot: Snapshot): void {
  config.root = snapshot.root;
  config.mode = snapshot.mode;
  snapshots.set(config, snapshot);
}

export function snapshotOf(config: ResolvedConfig): Snapshot | null {
  return snapshots.get(config) ?? null;
}
