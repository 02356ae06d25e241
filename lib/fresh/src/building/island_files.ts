import { basename } from "node:path";

/** True for a file in an islands folder: everything that a browser could run. */
export function isIslandFile(file: string): boolean {
  return /\.[jt]sx?$/.test(file);
}

/**
 * Scripts are named after their islands, and two names that differ by case alone are one.
 *
 * @throws TypeError that names the two files
 */
export function refuseAlike(islands: readonly string[]): void {
  const byLowerName = new Map<string, string>();
  for (const file of islands) {
    const name = nameOf(file);
    const other = byLowerName.get(name.toLowerCase());
    if (other !== undefined && nameOf(other) !== name) {
      throw new TypeError(`Islands ${other} and ${file}: their names differ by case alone`);
    }
    byLowerName.set(name.toLowerCase(), file);
  }
}

function nameOf(file: string): string {
  return basename(file).replace(/\.\w+$/, "");
}
