/** Snapshot of a build: its modules, scripts and static files, and how it is read from disk. @module */

import type { ResolvedConfig } from "./context.ts";

/** The result of a build, as the app uses it; nothing is read from disk again. */
export interface Snapshot {
  root: string;
  mode: ResolvedConfig["mode"];
  /** Key that `asset()` adds: changes when any static file does. */
  assetKey: string;
  modules: FileModule[];
  islands: IslandModule[];
  /** URLs of the script that exports `signal` and `computed`, and of all that it imports; null without signals. */
  signals: string[] | null;
  /** Static files and chunks by URL path. */
  files: Map<string, StaticFile>;
}

export type ModuleKind = "route" | "middleware" | "layout" | "app" | "error";

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

/** A file whose exported functions are islands. */
export interface IslandModule {
  /** URL of its script, and of all that it imports. */
  urls: string[];
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

/** An island of the project. */
export interface Island {
  name: string;
  /** How its script exports it. */
  exportName: string;
  /** Its script, then all that it imports. */
  urls: string[];
}

/** Modules of a snapshot, each loaded once when first wanted; the islands all at once. */
export class ModuleLoader {
  readonly islands = new Map<unknown, Island>();
  #loaded = new Map<FileModule, Promise<unknown>>();
  #islandModules: IslandModule[];

  constructor({ islands }: Snapshot) {
    this.#islandModules = islands;
  }

  load(module: FileModule): Promise<unknown> {
    const loading = this.#loaded.get(module) ?? Promise.resolve(module.load());
    this.#loaded.set(module, loading);
    loading.catch(() => this.#loaded.delete(module));
    return loading;
  }

  async loadIslands(): Promise<void> {
    await Promise.all(this.#islandModules.map(async ({ urls, load }) => {
      for (const [exportName, component] of Object.entries(Object(await load()))) {
        if (typeof component !== "function") continue;
        this.islands.set(component, { name: component.name || exportName, exportName, urls });
      }
    }));
  }
}

/** A snapshot as a written server holds it: the files are beside it, under `static/`. */
export interface WrittenSnapshot extends Omit<Snapshot, "files"> {
  files: [path: string, file: Omit<StaticFile, "read">][];
}

/** Reads a snapshot with its files, since files on disk may change while it is served. */
export function readSnapshot(written: WrittenSnapshot, url: string): Snapshot {
  return {
    ...written,
    root: decodeURIComponent(new URL(written.root, url).pathname),
    files: new Map(written.files.map(([path, file]) => {
      return [path, { ...file, read: reader(new URL(`./static${path}`, url), file.encodings) }];
    })),
  };
}

/** Reads a file from memory: another build may have replaced the folder since. */
function reader(url: URL, encodings: Encoding[]): StaticFile["read"] {
  const content = Deno.readFileSync(url);
  const encoded = new Map(encodings.map((encoding) => {
    return [encoding, Deno.readFileSync(new URL(url + SUFFIXES[encoding]))];
  }));
  return (encoding) => Promise.resolve((encoding && encoded.get(encoding)) ?? content);
}

/** Ends of the names of compressed files. */
export const SUFFIXES = { br: ".br", gzip: ".gz" } satisfies Record<Encoding, string>;

/** A path as URLs write it: « é » is %C3%A9. */
export function urlPath(path: string): string {
  const url = new URL("http://localhost");
  url.pathname = path;
  return url.pathname;
}
