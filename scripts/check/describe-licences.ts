export type LockedPackages = Record<
  string,
  { version?: string; license?: string; dev?: boolean; dependencies?: Record<string, string> }
>;

/** The limit on direct dependencies. It is low because somebody must trust and update each package. */
const MOST_DIRECT = 50;

const ACCEPTED = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Zlib',
  'Apache-2.0',
  'OFL-1.1',
  // The licence of sharp's image library, which is linked at run time.
  'LGPL-3.0-or-later',
]);

const READ_BY_HAND: Record<string, string> = { 'png-js': 'MIT' };

export function describeLicences(packages: LockedPackages): { text: string; faults: string[] } {
  const direct = Object.keys(packages['']?.dependencies ?? {});
  const byLicence = new Map<string, Set<string>>();
  for (const [place, { license, dev }] of Object.entries(packages)) {
    if (place === '' || dev) continue;
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const licence = license ?? READ_BY_HAND[name] ?? 'unknown';
    byLicence.set(licence, (byLicence.get(licence) ?? new Set()).add(name));
  }
  const licences = [...byLicence].sort(([one], [other]) => one.localeCompare(other));
  const rows = licences.map(([licence, names]) => `| ${licence} | ${names.size} | ${[...names].sort().join(', ')} |`);
  const text = [
    '# Licences',
    '',
    '`npm run licences`: what is installed to run the product, on any platform, from the lock file.',
    `Direct packages: ${direct.length} (at most ${MOST_DIRECT}).`,
    '',
    '| licence | packages | which |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
  const faults = licences
    .filter(
      ([licence]) =>
        !licence
          .replaceAll(/[()]/g, '')
          .split(/ AND | OR /)
          .every((one) => ACCEPTED.has(one)),
    )
    .map(([licence, names]) => `${[...names].join(', ')}: the licence ${licence} is none of the accepted.`);
  if (direct.length > MOST_DIRECT) faults.push(`There are ${direct.length} direct packages; at most ${MOST_DIRECT}.`);
  return { text, faults };
}
