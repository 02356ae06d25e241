/** Put in place by the bundler in the browser. */
declare const FRESH_ASSET_KEY: string | undefined;

/** Query parameter that holds a file's key. */
export const KEY_PARAMETER = "v";

/** The key of the build being served; "" before one is. */
export let assetKey = typeof FRESH_ASSET_KEY === "string" ? FRESH_ASSET_KEY : "";

export function useAssetKey(key: string): void {
  assetKey = key;
}
