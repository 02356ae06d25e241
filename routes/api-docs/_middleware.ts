export { handler } from "@/routes/home/_middleware.ts";
