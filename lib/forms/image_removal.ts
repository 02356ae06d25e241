/** Name of the box that takes away the image of a field. */
export function imageRemoval(name: string): string {
  return `${name}Removed`;
}
