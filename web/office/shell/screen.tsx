import type { ReactNode } from 'react';
import { type OfficePage, type OfficePath, officePages } from '#web/routes.ts';
import { type Crumb, Page } from '#web/ui/page.tsx';

interface ScreenProps {
  /** Its entry in web/routes.ts, from which its title and the pages above it are known. */
  path: OfficePath;
  /** A better title than the entry's, such as the name of what is shown. */
  title?: string;
  actions?: ReactNode;
  subtitle?: ReactNode;
  children: ReactNode;
}

/** A page of the office: the kit's page with the title and breadcrumbs that the table of contents gives it. */
export function Screen({ path, title = officePages[path].title, ...rest }: ScreenProps) {
  return <Page title={title} crumbs={crumbsTo(path)} {...rest} />;
}

/** The pages above a page, outermost first; pages that stand below nothing have none. */
export function crumbsTo(path: OfficePath): Crumb[] {
  const page: OfficePage = officePages[path];
  if (page.above === undefined) return [];
  const above = page.above as OfficePath;
  return [...crumbsTo(above), { title: officePages[above].title, to: above }];
}

/** Returns the title of a page. */
export function titleOf(path: OfficePath): string {
  return officePages[path].title;
}
