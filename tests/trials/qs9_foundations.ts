import { SHARING_LAWS } from "@/tests/domain/autoconsumption/sharing_laws.ts";
import { EMAIL_LIST_LAWS } from "@/tests/domain/forms/email_list_laws.ts";
import { NUMBER_CONTROL_LAWS } from "@/tests/domain/forms/number_control_laws.ts";
import { assertLaw, type Law } from "@/tests/domain/numbers/laws.ts";
import { ROUND_LAWS } from "@/tests/domain/numbers/round_laws.ts";
import { CIVIL_DATE_LAWS } from "@/tests/domain/periods/civil_dates_laws.ts";
import { RANGE_AT_LAWS } from "@/tests/domain/periods/range_at_laws.ts";
import { SEGMENT_LAWS } from "@/tests/domain/periods/segments_laws.ts";
import { SLOT_LAWS } from "@/tests/domain/periods/slots_laws.ts";
import { STEP_LAWS } from "@/tests/domain/periods/steps_laws.ts";
import { ZONED_DAY_LAWS } from "@/tests/domain/periods/zoned_days_laws.ts";
import { CSV_LAWS } from "@/tests/domain/tables/csv_laws.ts";
import { PAGINATE_LAWS } from "@/tests/domain/tables/paginate_laws.ts";
import { SORT_LAWS } from "@/tests/domain/tables/sort_laws.ts";
import { TABLE_STATE_LAWS } from "@/tests/domain/tables/table_state_laws.ts";
import { NUMBER_TEXT_LAWS } from "@/tests/text/numbers_laws.ts";

const CASES = 100_000;

const LAWS: readonly Law[] = [
  ...ROUND_LAWS,
  ...NUMBER_TEXT_LAWS,
  ...NUMBER_CONTROL_LAWS,
  ...EMAIL_LIST_LAWS,
  ...CSV_LAWS,
  ...TABLE_STATE_LAWS,
  ...SORT_LAWS,
  ...PAGINATE_LAWS,
  ...CIVIL_DATE_LAWS,
  ...STEP_LAWS,
  ...SEGMENT_LAWS,
  ...SLOT_LAWS,
  ...RANGE_AT_LAWS,
  ...ZONED_DAY_LAWS,
  ...SHARING_LAWS,
];

/** QS9, foundations: every law of numbers, forms, tables, periods and shared production over 100,000 cases. */
export default async function qs9Foundations(): Promise<void> {
  const broken: unknown[] = [];
  for (const law of LAWS) {
    const start = performance.now();
    const error = brokenBy(law);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(
      `${error === null ? "holds " : "BROKEN"} ${seconds.padStart(6)} s  ${law.sentence}`,
    );
    if (error !== null) broken.push(error);
    // Flushes the output before the next long run.
    await new Promise((resolve) => setTimeout(resolve));
  }
  console.log(
    `${LAWS.length - broken.length} of ${LAWS.length} laws hold over ${CASES} cases each`,
  );
  if (broken.length > 0) throw new AggregateError(broken, `${broken.length} laws are broken`);
}

function brokenBy(law: Law): unknown {
  try {
    assertLaw(law, CASES);
    return null;
  } catch (error) {
    return error;
  }
}

if (import.meta.main) await qs9Foundations();
