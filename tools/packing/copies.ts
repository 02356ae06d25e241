import { ROOT } from "@/tools/files.ts";

/** The files of a folder, by their path in the archive. */
export function copies(from: string, to: string): (readonly [string, Uint8Array])[] {
  return namesUnder(`${ROOT}${from}/`).map((name) => [
    to === "" ? name : `${to}/${name}`,
    Deno.readFileSync(`${ROOT}${from}/${name}`),
  ]);
}

/** Includes packages and builds, which are not in the list of sources. */
function namesUnder(folder: string, under = ""): string[] {
  return [...Deno.readDirSync(folder + under)].flatMap(({ name, isDirectory }) =>
    isDirectory ? namesUnder(folder, `${under}${name}/`) : [under + name]
  );
}
