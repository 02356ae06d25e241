import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "@/components/icons/Icon.tsx";

interface EmptyStateProps {
  title: string;
  icon?: IconName;
  /** The next step, with its link or button. */
  children?: ComponentChildren;
}

export function EmptyState({ title, icon = "list", children }: EmptyStateProps) {
  return (
    <div class="empty-state">
      <Icon name={icon} />
      <strong>{title}</strong>
      {children}
    </div>
  );
}
