/** As `post/[[node]].ts`, at the URL used by older Emoncms senders. */
export { handler } from "./post/[[node]].ts";
