import { PostForm } from "@/components/forms/PostForm.tsx";
import { Icon } from "@/components/icons/Icon.tsx";

interface OrderButtonsProps {
  action: string;
  /** Id and name of the record. */
  id: string;
  name: string;
  isFirst: boolean;
  isLast: boolean;
}

/** Two buttons that move a record one place up or down its list. */
export function OrderButtons({ action, id, name, isFirst, isLast }: OrderButtonsProps) {
  return (
    <PostForm action={action} class="order-buttons">
      <input type="hidden" name="form" value="move" />
      <input type="hidden" name="key" value={id} />
      {!isFirst && <StepButton step="up" label={`Monter «\u00A0${name}\u00A0»`} />}
      {!isLast && <StepButton step="down" label={`Descendre «\u00A0${name}\u00A0»`} />}
    </PostForm>
  );
}

function StepButton({ step, label }: { step: "up" | "down"; label: string }) {
  return (
    <button
      type="submit"
      name="step"
      value={step}
      class="button button-plain button-small"
      aria-label={label}
      title={label}
    >
      <Icon name={step === "up" ? "arrow-up" : "arrow-down"} small />
    </button>
  );
}
