/** A figure that an index error, a suspended reading or a jump of the register may touch. @spec series.doubtful */
export interface MaybeDoubtful {
  readonly doubtful?: true | undefined;
}

/** The mark of a figure computed from others: doubtful as soon as one of them is. */
export function doubtfulOf(parts: readonly MaybeDoubtful[]): { doubtful?: true } {
  return parts.some(({ doubtful }) => doubtful) ? { doubtful: true } : {};
}
