import { equipmentSubjects } from "./equipment_subjects.ts";
import { silenceSubjects, valueSubjects } from "./sensor_subjects.ts";
import type { Watched } from "./watched.ts";
import type { Subject } from "./watching.ts";

/** Every subject of a residence. @spec alarms.subjects @returns none when no readings are expected */
export function subjectsOf(watched: Watched): Subject[] {
  if (!watched.instrumented) return [];
  return [...equipmentSubjects(watched), ...valueSubjects(watched), ...silenceSubjects(watched)];
}
