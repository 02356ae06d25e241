/** The background of maps, from the instance's settings. @spec projects.map */
export interface MapTiles {
  /** Address of a tile, with its places `{z}`, `{x}` and `{y}`. */
  readonly url: string;
  /** Whom the map credits, in their own words. */
  readonly credit: string;
}
