import type { ComponentChildren, Ref } from "preact";
import {
  IMAGE_MAX_BYTES,
  IMAGE_MAX_MEGAPIXELS,
  IMAGE_MEDIA_TYPES,
} from "@/lib/domain/forms/image_kind.ts";
import { imageRemoval } from "@/lib/forms/image_removal.ts";
import { imageHint, REMOVE_IMAGE } from "@/lib/text/format/images.ts";
import { CheckField } from "./CheckField.tsx";
import { controlAttributes, Field, type FieldFacts } from "./Field.tsx";

export interface ImageFieldProps extends FieldFacts {
  /** Address of the image the form already has; null without one. */
  current: string | null;
}

interface ImageFieldEvents {
  box?: Ref<HTMLInputElement>;
  /** Called with each file chosen, null when it is given up; by an island. */
  onChoose?: (file: File | null) => void;
  /** Whether the image that is there is hidden by the one just chosen. */
  isReplaced?: boolean;
  /** The image just chosen. */
  children?: ComponentChildren;
}

/** An image to send: its form is `multipart/form-data` (F §5). Shows the one that is there, with what takes it away. */
export function ImageField(props: ImageFieldProps & ImageFieldEvents) {
  const { box = null, current, onChoose, isReplaced = false, children, ...facts } = props;
  const field = { ...facts, hint: facts.hint ?? imageHint(IMAGE_MAX_BYTES, IMAGE_MAX_MEGAPIXELS) };
  const { name, id = name, label } = field;
  return (
    <Field {...field}>
      {current !== null && !isReplaced && (
        <div class="image-shown">
          <img src={current} alt={label} />
          <CheckField
            id={`${id}-removed`}
            name={imageRemoval(name)}
            label={REMOVE_IMAGE}
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
