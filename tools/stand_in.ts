/** True when the import map names the stand-in instead of Fresh itself. */
export const IS_STAND_IN = import.meta.resolve("fresh").includes("/lib/fresh/");
