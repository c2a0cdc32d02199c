import { pick, type Random } from '../demo/random.ts';
import { drawRules, findSites, type Site } from './find-sites.ts';

export interface DrawnBug extends Site {
  file: string;
  layer: string;
}

/** The layers from which bugs are drawn, each as often as the others. */
const drawLayers: Readonly<Record<string, RegExp>> = {
  billing: /^billing\//,
  contract: /^contract\//,
  features: /^server\/features\//,
  server: /^server\/(?!features\/)/,
  site: /^web\/(?:site|i18n)\//,
  office: /^web\/office\//,
  'gate and parts': /^web\/(?!site|i18n|office)/,
};

/** Tests, what only tests use, and migrations, whose code never changes after their release. */
const LEFT_OUT = /\.test\.tsx?$|\.d\.ts$|\/testing\/|^server\/db\/migrations\//;
const CODE = /\.tsx?$/;

export function drawable(files: readonly string[]): string[] {
  return files.filter((file) => CODE.test(file) && !LEFT_OUT.test(file) && layerOf(file) !== undefined);
}

function layerOf(file: string): string | undefined {
  return Object.keys(drawLayers).find((layer) => drawLayers[layer]?.test(file));
}

/**
 * Draws bugs until every file has one. First a layer and a rule are drawn and then one of their places, so that a frequent kind of
 * line is not drawn more often than others. No file is drawn twice.
 */
export function* drawBugs(sources: ReadonlyMap<string, string>, random: Random): Generator<DrawnBug> {
  const places = [...sources].flatMap(([file, text]) =>
    findSites(file, text).map((site) => ({ ...site, file, layer: layerOf(file) ?? '' })),
  );
  const groups = Map.groupBy(places, ({ layer, rule }) => `${layer} ${rule}`);
  const drawn = new Set<string>();
  const kinds = Object.keys(drawLayers).flatMap((layer) => drawRules.map((rule) => `${layer} ${rule}`));
  while (kinds.length > 0) {
    const kind = pick(kinds, random);
    const left = groups.get(kind)?.filter(({ file }) => !drawn.has(file)) ?? [];
    if (left.length === 0) {
      kinds.splice(kinds.indexOf(kind), 1);
      continue;
    }
    const bug = pick(left, random);
    drawn.add(bug.file);
    yield bug;
  }
}

export function plantDrawn(text: string, { start, end, replacement }: Site): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

/** Says where the bug is and what it replaces, on one line. */
export function describeDrawn({ file, rule, start, end, replacement }: DrawnBug, text: string): string {
  const line = text.slice(0, start).split('\n').length;
  const short = (code: string) => code.replaceAll(/\s+/g, ' ').trim().slice(0, 70);
  return `${file}:${line} ${rule}: ${short(text.slice(start, end))} → ${short(replacement) || 'nothing'}`;
}
