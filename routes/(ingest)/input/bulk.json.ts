/** As `bulk.ts`, at the URL used by older Emoncms senders. */
export { handler } from "./bulk.ts";
