import { type OfficePath, officePages } from 'virtual:office/pages';
import type { ReactNode } from 'react';
import { t } from '#web/i18n/t.ts';
import { UnreadDays } from '#web/ui/address/unread-days.tsx';
import { type Crumb, Page } from '#web/ui/page.tsx';

interface ScreenProps {
  path: OfficePath;
  title?: string;
  actions?: ReactNode;
  subtitle?: ReactNode;
  note?: ReactNode;
  children?: ReactNode;
}

export function Screen({ path, title = titleOf(path), children, ...rest }: ScreenProps) {
  return (
    <Page title={title} crumbs={crumbsTo(path)} {...rest}>
      <UnreadDays />
      {children}
    </Page>
  );
}

/** Returns the parent pages of a page, outermost first. */
export function crumbsTo(path: OfficePath): Crumb[] {
  const above = officePages[path].above as OfficePath | undefined;
  if (above === undefined) return [];
  return [...crumbsTo(above), { title: titleOf(above), to: above }];
}

export function titleOf(path: OfficePath): string {
  return t(officePages[path].title);
}
