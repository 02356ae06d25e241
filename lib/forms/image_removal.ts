/** Name of the checkbox that removes the image of a field. */
export function imageRemoval(name: string): string {
  return `${name}Removed`;
}
