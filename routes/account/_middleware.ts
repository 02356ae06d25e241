export { default } from "../home/_middleware.ts";
