const ESCAPES = /%[0-9a-f]{2}/gi;
const NEEDS_NO_ESCAPE = /[a-z0-9._~-]/i;

/**
 * Returns the address in one spelling. The query has only the keys on which the answer depends, in the order of
 * `queryKeys`, so that invented keys cost neither work nor memory.
 */
export function canonicalAddress(url: string, queryKeys: readonly string[]): string {
  const { pathname, searchParams } = new URL(`http://market${url}`);
  const query = new URLSearchParams(
    queryKeys.flatMap((key) => searchParams.getAll(key).map((value) => [key, value] as [string, string])),
  );
  const path = spell(pathname);
  return query.size === 0 ? path : `${path}?${query}`;
}

/**
 * Normalises the spelling of a path: characters that need no escape are not escaped, and other escapes have capital
 * letters, as in %C3.
 */
function spell(path: string): string {
  return path.replaceAll(ESCAPES, (escaped) => {
    const letter = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return NEEDS_NO_ESCAPE.test(letter) ? letter : escaped.toUpperCase();
  });
}
