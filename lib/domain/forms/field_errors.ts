/**
 * An error of a field: a code, and the parameters of its French message. The last codes are for fields missing from
 * the specification's table. Of several in one page, {@link withLater} marks all but the first.
 *
 * @spec forms.errors, forms.images
 */
export type FieldError = Fault & { readonly isLater?: true };

type Fault =
  | { code: "required" }
  | { code: "email" }
  | { code: "minlength"; requiredLength: number }
  | { code: "bad-password" }
  | { code: "bad-email" }
  | { code: "bad-code" }
  | { code: "same-as" }
  | { code: "message"; message: string }
  | { code: "min"; min: number }
  | { code: "max"; max: number }
  | { code: "integer" }
  | { code: "unique" }
  | { code: "not-valid" }
  | { code: "number" }
  | { code: "date" }
  | { code: "date-years"; first: number; last: number }
  | { code: "date-order" }
  | { code: "max-days"; maxDays: number }
  | { code: "unit" }
  | { code: "zip-code" }
  | { code: "prm" }
  | { code: "place" }
  | { code: "pairs" }
  | { code: "max-bytes"; maxBytes: number }
  | { code: "max-pixels"; maxPixels: number }
  | { code: "max-megapixels"; maxMegapixels: number }
  | { code: "maxlength"; allowedLength: number };

/** The errors of a form by field; a field without error is absent. */
export type FieldErrors<Field extends string = string> = Partial<Record<Field, FieldError>>;

export function hasErrors<Field extends string>(errors: FieldErrors<Field>): boolean {
  return Object.keys(errors).length > 0;
}

/**
 * The errors of a page that is shown again, all but the first marked: HTML allows one element a page to take the focus.
 *
 * @param order the fields in the order of the page; others, such as a file, are before them
 */
export function withLater<Field extends string>(
  errors: FieldErrors<Field>,
  order: readonly string[],
): FieldErrors<Field> {
  const [first] = Object.keys(errors).sort((a, b) => order.indexOf(a) - order.indexOf(b));
  const marked: FieldErrors<Field> = {};
  for (const field in errors) {
    const error: FieldError | undefined = errors[field];
    if (error !== undefined) marked[field] = field === first ? error : { ...error, isLater: true };
  }
  return marked;
}

/**
 * The displayed errors: those of touched or changed fields.
 *
 * @spec forms.touched
 * @param met names of the touched or changed fields; a submitted form passes all of them
 */
export function shownErrors<Field extends string>(
  errors: FieldErrors<Field>,
  met: ReadonlySet<Field>,
): FieldErrors<Field> {
  const shown: FieldErrors<Field> = {};
  for (const field in errors) {
    if (met.has(field)) shown[field] = errors[field];
  }
  return shown;
}
