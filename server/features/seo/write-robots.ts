/** What of the API robots may read: the open data and its description. */
const OPEN = ['/api/v1/', '/api/docs$', '/api/openapi.json$'];

/**
 * robots.txt (RFC 9309): everything but the office and the rest of the API. Office pages are named one by one to their
 * end, for `/publication` is theirs and what begins with it may be everybody's. The sitemap has a whole address or none.
 */
export function writeRobots(officePaths: readonly string[], publicUrl: string | undefined): string {
  const closed = new Set(officePaths.map((path) => path.replace(/:.*$/, '')));
  return [
    'User-agent: *',
    ...OPEN.map((path) => `Allow: ${path}`),
    'Disallow: /api/',
    ...[...closed].map((path) => `Disallow: ${path.endsWith('/') ? path : `${path}$`}`),
    ...(publicUrl === undefined ? [] : ['', `Sitemap: ${publicUrl}/sitemap.xml`]),
    '',
  ].join('\n');
}
