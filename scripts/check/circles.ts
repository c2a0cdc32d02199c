import { type Finding, findingAt, type Source } from './read-imports.ts';
import { featureOf, isTest } from './rooms.ts';

/**
 * Circles between features: invoices that knows payments that knows invoices is one feature in two folders. Types count
 * too, for the circle is in the design, not in the loading. One finding for each import that closes a circle.
 */
export function findCircles(sources: readonly Source[]): Finding[] {
  const links = linksBetweenFeatures(sources);
  const findings: Finding[] = [];
  const done = new Set<string>();

  const follow = (feature: string, trail: readonly string[]) => {
    const start = trail.indexOf(feature);
    if (start >= 0) findings.push(circleFinding([...trail.slice(start), feature], links));
    if (start >= 0 || done.has(feature)) return;
    for (const next of links.get(feature)?.keys() ?? []) follow(next, [...trail, feature]);
    done.add(feature);
  };
  for (const feature of links.keys()) follow(feature, []);
  return findings;
}

type Link = { readonly source: Source; readonly offset: number };
type Links = Map<string, Map<string, Link>>;

/** Which feature imports which other, with the first import that does; tests may look wherever they like. */
function linksBetweenFeatures(sources: readonly Source[]): Links {
  const links: Links = new Map();
  for (const source of sources) {
    const from = featureOf(source.path);
    if (from === undefined || isTest(source.path)) continue;
    for (const { target, offset } of source.imports) {
      const to = target && featureOf(target);
      if (!to || to === from) continue;
      const known = links.get(from) ?? new Map<string, Link>();
      if (!known.has(to)) known.set(to, { source, offset });
      links.set(from, known);
    }
  }
  return links;
}

function circleFinding(circle: readonly string[], links: Links): Finding {
  const ways = circle.slice(1).map((to, index) => ({ to, link: links.get(circle[index] ?? '')?.get(to) }));
  const last = ways.at(-1)?.link;
  if (!last) throw new Error(`no link in the circle ${circle.join(' -> ')}`);
  const others = ways.slice(0, -1).flatMap(({ to, link }) => (link ? [`${link.source.path} imports ${to}`] : []));
  return findingAt(
    last.source,
    last.offset,
    `closes the circle ${circle.join(' -> ')} (${others.join(', ')}). Let only one of them know the other: ` +
      'move the act to the feature that may know both, or what they share to billing/ or contract/.',
  );
}
