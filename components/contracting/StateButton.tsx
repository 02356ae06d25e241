import { PostForm } from "@/components/forms/PostForm.tsx";

/** A button that archives, restores, closes or opens the record of its page. */
export function StateButton(
  { form, action, intent, label, text }: {
    /** The form of the page that handles the intent. */
    form: string;
    action: string;
    intent: string;
    label: string;
    /** Effect of the button. */
    text: string;
  },
) {
  return (
    <PostForm class="card" action={action}>
      <input type="hidden" name="form" value={form} />
      <p>{text}</p>
      <button type="submit" class="button" name="intent" value={intent}>{label}</button>
    </PostForm>
  );
}
