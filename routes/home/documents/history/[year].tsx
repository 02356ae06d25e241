export { default, handler } from "@/routes/home/documents/[list].tsx";
