const TEXT = "; charset=utf-8";

const TYPES: Record<string, string | undefined> = {
  avif: "image/avif",
  css: `text/css${TEXT}`,
  csv: `text/csv${TEXT}`,
  gif: "image/gif",
  html: `text/html${TEXT}`,
  ico: "image/x-icon",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  js: `text/javascript${TEXT}`,
  json: "application/json",
  map: "application/json",
  md: `text/markdown${TEXT}`,
  mjs: `text/javascript${TEXT}`,
  pdf: "application/pdf",
  png: "image/png",
  svg: "image/svg+xml",
  ttf: "font/ttf",
  txt: `text/plain${TEXT}`,
  wasm: "application/wasm",
  webmanifest: "application/manifest+json",
  webp: "image/webp",
  woff: "font/woff",
  woff2: "font/woff2",
  xml: `application/xml${TEXT}`,
};

/** The media type of a file, by its name. */
export function contentType(path: string): string {
  const extension = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  return TYPES[extension] ?? "application/octet-stream";
}

/** Whether compressing such a file is worth it: images and fonts are compressed already. */
export function isCompressibleType(type: string): boolean {
  return /^text\/|json|javascript|xml|wasm|font\/ttf|x-icon/.test(type);
}
