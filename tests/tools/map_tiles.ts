import { readConfig } from "@/fresh.config.ts";
import { withServer } from "./loopback.ts";

/** A grey image of one pixel. */
const TILE =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

/** Addresses of the map tiles in tests. */
export const TILE_PATHS = "**/tiles/**";

/** The settings of a server with map tiles from this machine. */
export interface TileSettings {
  readonly TILE_URL: string;
  readonly TILE_CREDIT: string;
}

/**
 * Serves map tiles while `act` runs.
 *
 * The alternative, interception in the window, makes Chromium ask the test about every request of
 * every page and empties its cache: a page then takes half as long again.
 */
export function withTiles<T>(act: (settings: TileSettings) => Promise<T>): Promise<T> {
  const image = Buffer.from(TILE, "base64");
  const answer = () => new Response(image, { headers: { "content-type": "image/png" } });
  return withServer(answer, ({ url }) =>
    act({
      TILE_URL: `${url}/tiles/{z}/{x}/{y}.png`,
      TILE_CREDIT: readConfig({}).tiles.credit,
    }));
}
