import { useEffect, useRef, useState } from "react";
import { ImageField, type ImageFieldProps } from "@/components/ui/ImageField.tsx";
import { IMAGE_MAX_BYTES, imageError, imageSize } from "@/lib/base/image_format.ts";
import type { FieldError } from "@/lib/base/validators.ts";
import { useLive } from "@/lib/ui/hydration.ts";

/** Longest side of the preview, pixels. */
const PREVIEW_PIXELS = 240;

/** Width to which an image with too many pixels is reduced, more than is stored. */
const SENT_PIXELS = 1_200;

/**
 * An image upload with a preview, which validates the content immediately (F §5) and reduces an image with too many
 * pixels. Without JavaScript the server validates it.
 */
export default function ImageUpload({ error, ...field }: ImageFieldProps) {
  const [chosen, setChosen] = useState<ImageBitmap | null>(null);
  const [wrong, setWrong] = useState<FieldError | null | undefined>(undefined);
  const canvas = useRef<HTMLCanvasElement>(null);
  const box = useRef<HTMLInputElement>(null);
  useLive(box);
  const requestCount = useRef(0);
  useEffect(() => {
    if (chosen !== null && canvas.current !== null) draw(chosen, canvas.current);
  }, [chosen]);

  const choose = async (file: File | null) => {
    const turn = requestCount.current += 1;
    const choice = file === null ? NOTHING : await checkImage(file);
    // Another image may have been chosen while this one was being read.
    if (turn !== requestCount.current) return;
    if (choice.reduced !== undefined && box.current !== null) {
      const files = new DataTransfer();
      files.items.add(choice.reduced);
      box.current.files = files.files;
    }
    setChosen(choice.image);
    setWrong(choice.error);
  };
  return (
    <ImageField
      {...field}
      error={wrong === undefined ? error : wrong ?? undefined}
      isReplaced={chosen !== null}
      box={box}
      onChoose={choose}
    >
      {chosen !== null && (
        <div class="image-shown">
          <canvas ref={canvas} role="img" aria-label={`Aperçu\u00A0: ${field.label}`} />
        </div>
      )}
    </ImageField>
  );
}

interface ImageChoice {
  readonly image: ImageBitmap | null;
  readonly error: FieldError | null;
  /** Sent instead of the chosen file. */
  readonly reduced?: File;
}

const NOTHING: ImageChoice = { image: null, error: null };

/** Applies the server's rule, then decodes the image: a valid beginning may have an invalid end. */
async function checkImage(file: File): Promise<ImageChoice> {
  const tooHeavy = { code: "max-bytes" as const, maxBytes: IMAGE_MAX_BYTES };
  if (file.size > IMAGE_MAX_BYTES) return { image: null, error: tooHeavy };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const error = imageError(bytes);
  if (error?.code === "max-megapixels") {
    return await reducedImage(file).catch(() => ({ image: null, error }));
  }
  if (error !== null) return { image: null, error };
  // Decoded at the size of the preview: a photograph at full size takes 200 MB.
  const resizeWidth = Math.min(PREVIEW_PIXELS, imageSize(bytes)?.width ?? PREVIEW_PIXELS);
  return await createImageBitmap(file, { resizeWidth }).then(
    (image) => ({ image, error: null }),
    () => ({ image: null, error: { code: "not-valid" } }),
  );
}

/** @throws Error when the browser cannot decode it */
async function reducedImage(file: File): Promise<ImageChoice> {
  const image = await createImageBitmap(file, { resizeWidth: SENT_PIXELS });
  const canvas = new OffscreenCanvas(image.width, image.height);
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  const pixels = await canvas.convertToBlob({ type: file.type });
  return { image, error: null, reduced: new File([pixels], file.name, { type: pixels.type }) };
}

function draw(image: ImageBitmap, canvas: HTMLCanvasElement): void {
  const scale = Math.min(1, PREVIEW_PIXELS / Math.max(image.width, image.height));
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
}
