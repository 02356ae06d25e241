/** The browser of the tests: playwright-core drives the Chromium of an npm package. */
export { default as sparticuz } from "npm:@sparticuz/chromium@153.0.0";
export { type Browser, type BrowserContext, chromium, type Page } from "npm:playwright-core@1.65.1";

/** Version of the Chromium package. */
export const CHROMIUM_VERSION = "153.0.0";
