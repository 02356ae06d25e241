import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "@/components/icons/Icon.tsx";

interface EmptyStateProps {
  title: string;
  icon?: IconName;
  /** What to do next, and the link or button that does it. */
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
