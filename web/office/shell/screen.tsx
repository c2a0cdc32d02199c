import type { ReactNode } from 'react';
import { t } from '#web/i18n/t.ts';
import { type OfficePage, type OfficePath, officePages } from '#web/routes.ts';
import { type Crumb, Page } from '#web/ui/page.tsx';

interface ScreenProps {
  /** Its entry in web/routes.ts, which has its title and its parent. */
  path: OfficePath;
  /** Replaces the title of the entry, for example by the name of a product. */
  title?: string;
  actions?: ReactNode;
  subtitle?: ReactNode;
  children: ReactNode;
}

/** A page of the office with the title and the breadcrumbs of its entry. */
export function Screen({ path, title = titleOf(path), ...rest }: ScreenProps) {
  return <Page title={title} crumbs={crumbsTo(path)} {...rest} />;
}

/** Returns the parents of a page, outermost first. */
export function crumbsTo(path: OfficePath): Crumb[] {
  const page: OfficePage = officePages[path];
  if (page.above === undefined) return [];
  const above = page.above as OfficePath;
  return [...crumbsTo(above), { title: titleOf(above), to: above }];
}

/** Returns the title of a page in the current language. */
export function titleOf(path: OfficePath): string {
  return t(officePages[path].title);
}
