import type { OfficePath } from 'virtual:office/pages';
import paths from 'virtual:office/paths';
import { opensFirst, type Role } from '#contract/roles.ts';
import { fitPath } from '#web/path.ts';

export function firstPage(role: Role | undefined): OfficePath {
  return role !== undefined && opensFirst(role) === 'prices' ? '/add-dailyprice' : officeStart(role);
}

/** Returns the page that the product's name links to: the dashboard, or “My day” for roles without a dashboard. */
export function officeStart(role: Role | undefined): OfficePath {
  return role !== undefined && opensFirst(role) === 'my-day' ? '/my-day' : '/admin-dashboard';
}

export function loginAddress(from: string): string {
  return from === '/' || from.startsWith('/login') ? '/login' : `/login?next=${encodeURIComponent(from)}`;
}

/**
 * Returns the path of `next` if it is a page of this office, otherwise the first page of the role. A link must not lead
 * to another site.
 */
export function nextPage(next: string | null, role: Role | undefined): string {
  if (!next?.startsWith('/')) return firstPage(role);
  const base = 'https://office.invalid';
  if (!URL.canParse(next, base)) return firstPage(role);
  const { origin, pathname, search } = new URL(next, base);
  const isOfOffice = paths.some((pattern) => fitPath(pattern, pathname));
  return origin === base && !pathname.startsWith('//') && isOfOffice ? pathname + search : firstPage(role);
}
