import { fitPath } from '#web/path.ts';
import { officePages } from '#web/routes.ts';

/** Unless another one was asked for. */
export const FIRST_PAGE = '/admin-dashboard';

/** Leads back to `from`. */
export function loginAddress(from: string): string {
  return from === '/' || from.startsWith('/login') ? '/login' : `/login?next=${encodeURIComponent(from)}`;
}

/** Only a page of this office, never another site. */
export function nextPage(next: string | null): string {
  if (!next?.startsWith('/')) return FIRST_PAGE;
  const base = 'https://office.invalid';
  if (!URL.canParse(next, base)) return FIRST_PAGE;
  const { origin, pathname, search } = new URL(next, base);
  const isOfOffice = Object.keys(officePages).some((pattern) => fitPath(pattern, pathname));
  return origin === base && !pathname.startsWith('//') && isOfOffice ? pathname + search : FIRST_PAGE;
}
