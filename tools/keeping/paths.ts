export function exists(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** The file with the SHA-256 of a backup, in the format of `sha256sum --check`. */
export function checksumPath(path: string): string {
  return `${path}.sha256`;
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
