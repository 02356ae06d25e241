export { computed, signal } from "@preact/signals";
