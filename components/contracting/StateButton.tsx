import { PostForm } from "@/components/forms/PostForm.tsx";

/** A button that archives, restores, closes or opens what its page is about. */
export function StateButton(
  { form, action, intent, label, text }: {
    /** The form of the page whose intent it is. */
    form: string;
    action: string;
    intent: string;
    label: string;
    /** What it changes. */
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
