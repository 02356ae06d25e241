import { equipmentSubjects } from "./equipment_subjects.ts";
import { silenceSubjects, valueSubjects } from "./sensor_subjects.ts";
import type { Watched } from "./watched.ts";
import type { Subject } from "./watching.ts";

/** Everything that is watched in a residence. @spec alarms.subjects @returns none where no readings are expected */
export function subjectsOf(watched: Watched): Subject[] {
  if (!watched.instrumented) return [];
  return [...equipmentSubjects(watched), ...valueSubjects(watched), ...silenceSubjects(watched)];
}
