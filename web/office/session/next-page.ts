import { fitPath } from '#web/path.ts';
import { officePages } from '#web/routes.ts';

/** Where everybody goes after signing in, unless they were on their way to somewhere. */
export const FIRST_PAGE = '/admin-dashboard';

/** The login page's address that leads back to where the reader is. */
export function loginAddress(from: string): string {
  return from === '/' || from.startsWith('/login') ? '/login' : `/login?next=${encodeURIComponent(from)}`;
}

/**
 * The page to go to after signing in. Only a page of this office is followed, whatever the address says: anything else,
 * such as another site, leads to the first page.
 */
export function nextPage(next: string | null): string {
  if (!next?.startsWith('/')) return FIRST_PAGE;
  const base = 'https://office.invalid';
  if (!URL.canParse(next, base)) return FIRST_PAGE;
  const { origin, pathname, search } = new URL(next, base);
  const isOfOffice = Object.keys(officePages).some((pattern) => fitPath(pattern, pathname));
  return origin === base && !pathname.startsWith('//') && isOfOffice ? pathname + search : FIRST_PAGE;
}
