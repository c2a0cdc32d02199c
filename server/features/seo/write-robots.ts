const OPEN = ['/api/v1/', '/api/docs$', '/api/openapi.json$'];

/**
 * Returns robots.txt (RFC 9309). `$` limits a rule to exactly one path, because the path of a public page may begin
 * with that of an office page.
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
