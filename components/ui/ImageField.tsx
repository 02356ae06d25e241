/** A field for an image, with the checkbox that removes it. @module */

import type { ComponentChildren, Ref } from "preact";
import {
  IMAGE_MAX_BYTES,
  IMAGE_MAX_MEGAPIXELS,
  IMAGE_MEDIA_TYPES,
} from "@/lib/base/image_format.ts";
import { megabytesText } from "@/lib/ui/text.ts";
import { CheckField } from "./CheckField.tsx";
import { controlAttributes, Field, type FieldFacts } from "./Field.tsx";

/** Name of the checkbox that removes the image of a field. */
export function imageRemoval(name: string): string {
  return `${name}Removed`;
}

export interface ImageFieldProps extends FieldFacts {
  /** URL of the current image; null without one. */
  current: string | null;
}

interface ImageFieldEvents {
  box?: Ref<HTMLInputElement>;
  /** Called by an island with each chosen file, null when the choice is cancelled. */
  onChoose?: (file: File | null) => void;
  /** True when the chosen image hides the current one. */
  isReplaced?: boolean;
  children?: ComponentChildren;
}

const LIMITS = `JPEG ou PNG, ${
  megabytesText(IMAGE_MAX_BYTES)
} et ${IMAGE_MAX_MEGAPIXELS}\u00A0mégapixels maximum`;

/** An image upload: its form is `multipart/form-data` (F §5). Shows the current image, with its removal. */
export function ImageField(props: ImageFieldProps & ImageFieldEvents) {
  const { box = null, current, onChoose, isReplaced = false, children, ...facts } = props;
  const field = { ...facts, hint: facts.hint ?? LIMITS };
  const { name, id = name, label } = field;
  return (
    <Field {...field}>
      {current !== null && !isReplaced && (
        <div class="image-shown">
          <img src={current} alt={label} />
          <CheckField
            id={`${id}-removed`}
            name={imageRemoval(name)}
            label="Retirer l’image"
            checked={false}
          />
        </div>
      )}
      {children}
      <input
        ref={box}
        class="input"
        type="file"
        accept={Object.values(IMAGE_MEDIA_TYPES).join(",")}
        onChange={onChoose && ((event) => onChoose(event.currentTarget.files?.[0] ?? null))}
        {...controlAttributes(field)}
      />
    </Field>
  );
}
