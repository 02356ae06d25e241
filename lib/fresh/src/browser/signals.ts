export { computed as $computed, signal as $signal } from "@preact/signals";
