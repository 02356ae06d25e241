export { handler } from "../home/_middleware.ts";
