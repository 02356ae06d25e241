export { default, handler } from "@/routes/home/alarms/index.tsx";
