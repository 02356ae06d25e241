/** The same, as older Emoncms senders write its address. */
export { handler } from "./bulk.ts";
