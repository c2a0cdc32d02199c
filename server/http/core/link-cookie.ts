import { listCalls } from '#contract/every-call.ts';
import type { AppContext } from './app-context.ts';

/**
 * A browser sends no bearer token when a person follows a link, so signing in also sets a cookie with the token. It is
 * sent only with the reports, which are the calls that a link opens: no other path ever receives or accepts it.
 */
const LINK_PATHS = [
  ...new Set(
    listCalls()
      .filter(({ entry }) => entry.acceptsDownloadToken)
      .map(({ entry }) => entry.path),
  ),
];
const PLAIN_NAME = 'pola-link';
/** A browser accepts this name only from https and with `Secure`. */
const SECURE_NAME = `__Secure-${PLAIN_NAME}`;
const PAIR = /^([^=]+)=(.*)$/;

/**
 * Returns a cookie for each path, which the browser forgets when it is closed; with an empty token, those that remove
 * the cookies.
 */
export function linkCookies({ config }: AppContext, token: string): string[] {
  const pair = `${nameOf(config)}=${token}`;
  const rest = ['HttpOnly', 'SameSite=Lax'];
  if (isSecure(config)) rest.push('Secure');
  if (token === '') rest.push('Max-Age=0');
  return LINK_PATHS.map((path) => [pair, `Path=${path}`, ...rest].join('; '));
}

function isSecure({ publicUrl }: AppContext['config']): boolean {
  return publicUrl?.startsWith('https:') === true;
}

function nameOf(config: AppContext['config']): string {
  return isSecure(config) ? SECURE_NAME : PLAIN_NAME;
}

/** Returns the token of the cookie; undefined if there is none. */
export function tokenInCookie({ config }: AppContext, header: string | undefined): string | undefined {
  const name = nameOf(config);
  for (const part of header?.split(';') ?? []) {
    const [, key, value] = PAIR.exec(part.trim()) ?? [];
    if (key === name) return value;
  }
  return undefined;
}
