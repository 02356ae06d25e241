export { default as axe } from "npm:axe-core@4.14.1";
