const OPEN = ['/api/v1/', '/api/docs$', '/api/openapi.json$'];

/** RFC 9309. Office pages are listed exactly, because a public page may begin with the same path. */
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
