/** The background of maps, from the settings of the instance. @module */

/** The background of maps, from the instance's settings. @spec projects.map */
export interface MapTiles {
  /** URL of a tile, with placeholders `{z}`, `{x}` and `{y}`. */
  readonly url: string;
  /** Attribution text of the map. */
  readonly credit: string;
}
