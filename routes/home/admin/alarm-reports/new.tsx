export { default, handler } from "./[reportId].tsx";
