import { type ESTree, Visitor } from 'vite';
import { isTest } from './file-kinds.ts';
import { type Finding, findingAt, type Source, type TextFile } from './read-sources.ts';

const TOKENS = 'web/ui/tokens.css';
const STYLES = /^web\/.*\.css$/;
const SCREENS = /^web\/.*\.tsx$/;
const THEME = 'web/office/theme.ts';
const TAKE = `is not one of the tokens. Take one of ${TOKENS}.`;

const COMMENT = /\/\*[\s\S]*?\*\//g;
const DECLARATION = /(?<=[{;]\s*)(-{0,2}[a-z][\w-]*):\s*([^;{}]+)(?=[;}])/g;
const COLOUR = /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\([^)]*\)/gi;
/** Shades of what is below, not a colour of their own. */
const SHADE = /^rgb\(0 0 0 \/ \d+%\)$/;
const OF_COLOUR =
  /^(color|fill|stroke|background-color|accent-color|caret-color|border(-[a-z-]+)?-color|outline-color)$/;
const COLOUR_WORD = /^(var\(--|color-mix\(|rgb\(|transparent|currentcolor|inherit|none|white|black)/i;
const OF_SPACE = /^(padding|margin)(-[a-z-]+)?$|^((row|column)-)?gap$/;
const OF_RADIUS = /^border(-[a-z-]+)?-radius$/;
/**
 * A line of at most three pixels is not a space, nor is the width of a column. A paper has millimetres, and a screen in a
 * hall parts of its height.
 */
const LENGTH = /(?<![\w.-])-?(?:\d*\.\d+|\d+)(?:rem|em|px|pt|ch|ex)\b/g;
const NO_SPACE = /^-?([0-3](\.\d+)?px|[2-9]\drem)$/;
const SIZE =
  /^(var\(--(size-[1-6]|print-[1-6]|title-size|text-size|mantine-(font-size-\w+|h\d-font-size))\)|inherit|0?\.\d+em|[\d.]+v[hw]|min\([\d.]+vh, [\d.]+vw\)|min\(var\(--size-\d\), [\d.]+vw\)|clamp\(var\(--size-\d\), [^,]+, var\(--size-\d\)\)|min\(var\(--size-\d\), (calc\()?var\(--title-size\)( \* 0\.\d+\))?\))$/;
const WEIGHT = /^(var\(--weight-[1-3]\)|inherit|normal|400 \d+|\d00 \d00)$/;
const RADIUS = /^(var\(--radius-[1-3]\)|var\(--mantine-radius-\w+\)|0|50%|inherit|[\d.]+vh)$/;

/** Finds sizes, spaces, radii, weights and colours that are not tokens, in style sheets and on elements. */
export function findStyleFaults(source: Source): Finding[] {
  if (source.path === TOKENS || isTest(source.path)) return [];
  if (STYLES.test(source.path)) return inStyleSheet(source);
  return SCREENS.test(source.path) || source.path === THEME ? onElements(source) : [];
}

function inStyleSheet(source: Source): Finding[] {
  // Comments and faces keep their length, so that the lines are right.
  const blank = (text: string) => text.replace(/[^\n]/g, ' ');
  const css = source.text.replace(COMMENT, blank).replace(/@font-face\s*\{[^}]*\}/g, blank);
  return Array.from(css.matchAll(DECLARATION)).flatMap(({ 1: property = '', 2: value = '', index }) =>
    faultsOf(property, value.trim().replace(/\s+/g, ' ')).map((fault) =>
      findingAt(source, index, { rule: 'style', sentence: `${property}: ${fault} ${TAKE}` }),
    ),
  );
}

function faultsOf(property: string, value: string): string[] {
  const colours = (value.match(COLOUR) ?? []).filter((one) => !SHADE.test(one));
  if (colours.length > 0) return colours;
  if (OF_COLOUR.test(property)) return COLOUR_WORD.test(value) ? [] : [value];
  if (property === 'font') return value === 'inherit' ? [] : [value];
  if (property === 'font-size' || /^--[a-z-]+-size$/.test(property)) return SIZE.test(value) ? [] : [value];
  if (property === 'font-weight') return WEIGHT.test(value) ? [] : [value];
  if (OF_RADIUS.test(property)) return value.split(/[ /]+/).filter((one) => !RADIUS.test(one));
  if (OF_SPACE.test(property)) return (value.match(LENGTH) ?? []).filter((one) => !NO_SPACE.test(one));
  return [];
}

const NAMED = /^(xs|sm|md|lg|xl|auto|inherit|0|50%|100%)$/;
const SPACE_PROPS = /^([pm][xytblr]?|gap|rowGap|columnGap|spacing|verticalSpacing|horizontalSpacing)$/;
const SPACE_KEYS = /^((padding|margin)[A-Z]?\w*|gap|rowGap|columnGap)$/;
const COLOUR_KEYS = /^(color|c|bg|background|backgroundColor|borderColor|fill|stroke)$/;
const WEIGHTS = ['400', '500', '700'];
/** Drawn pictures have the colours of what they show. The browser reads the colour of its own bar before any style. */
const PICTURE = /^(fill|stroke|stopColor|content)$/;

function onElements(source: Source): Finding[] {
  if (!source.code) return [];
  const findings: Finding[] = [];
  const judge = (name: string, node: ESTree.Node | null | undefined, where: 'attribute' | 'style') => {
    for (const { text, start } of literalsIn(node))
      if (isOff(name, text, where))
        findings.push(findingAt(source, start, { rule: 'style', sentence: `${name}: ${text} ${TAKE}` }));
  };
  new Visitor({
    JSXAttribute({ name, value }) {
      if (name.type !== 'JSXIdentifier' || PICTURE.test(name.name)) return;
      judge(name.name, value?.type === 'JSXExpressionContainer' ? value.expression : value, 'attribute');
    },
    Property({ key, value }) {
      if (key.type === 'Identifier') judge(key.name, value, 'style');
    },
    Literal({ value, start }) {
      const colours = typeof value === 'string' ? (value.match(/^#[0-9a-f]{3,8}$/i) ?? []) : [];
      if (source.path === THEME && colours.length > 0)
        findings.push(findingAt(source, start, { rule: 'style', sentence: `${value} ${TAKE}` }));
    },
  }).visit(source.code.program);
  return findings;
}

function isOff(name: string, text: string, where: 'attribute' | 'style'): boolean {
  if (name === 'fw' || (name === 'fontWeight' && where === 'style'))
    return !WEIGHTS.includes(text) && !/^(var\(--weight-[1-3]\)|bold)$/.test(text);
  if (where === 'attribute' ? SPACE_PROPS.test(name) : SPACE_KEYS.test(name)) return !isTaken(text);
  if (name === 'fz' || name === 'fontSize') return !isTaken(text);
  if (name === 'borderRadius' || (name === 'radius' && where === 'attribute')) return !isTaken(text);
  return COLOUR_KEYS.test(name) && (text.match(COLOUR) ?? []).some((one) => !SHADE.test(one));
}

function isTaken(text: string): boolean {
  return NAMED.test(text) || (text.includes('var(--') && (text.match(LENGTH) ?? []).length === 0);
}

/** Returns the literals that a value can be: both of a condition, and those for different widths. */
function literalsIn(node: ESTree.Node | null | undefined): { text: string; start: number }[] {
  if (node?.type === 'Literal' && (typeof node.value === 'string' || typeof node.value === 'number'))
    return [{ text: String(node.value), start: node.start }];
  if (node?.type === 'UnaryExpression') return literalsIn(node.argument);
  if (node?.type === 'ConditionalExpression') return [...literalsIn(node.consequent), ...literalsIn(node.alternate)];
  if (node?.type === 'ObjectExpression')
    return node.properties.flatMap((one) =>
      one.type === 'Property' && one.key.type === 'Identifier' && /^(base|xs|sm|md|lg|xl)$/.test(one.key.name)
        ? literalsIn(one.value)
        : [],
    );
  return [];
}

/** What the component library declares itself. */
const OF_LIBRARY = /^--(mantine|nl|tabs|input|button|badge|avatar|app-shell|ai|paper|card|table|sc|switch)-/;

/** Finds custom properties that nothing declares: the browser would leave the whole declaration out. */
export function findUnknownTokens(sources: readonly TextFile[]): Finding[] {
  const ofWeb = sources.filter(({ path }) => path.startsWith('web/'));
  const declared = new Set(
    ofWeb.flatMap(({ path, text }) =>
      Array.from(text.matchAll(path.endsWith('.css') ? /(--[\w-]+):/g : /['"`](--[\w-]+)['"`]/g), ([, name]) => name),
    ),
  );
  return ofWeb
    .filter(({ path }) => !isTest(path))
    .flatMap((source) =>
      Array.from(source.text.matchAll(/var\((--[\w-]+)/g))
        .filter(([, name = '']) => !declared.has(name) && !OF_LIBRARY.test(name))
        .map(({ 1: name, index }) =>
          findingAt(source, index, { rule: 'style', sentence: `nothing declares ${name}. Take one of ${TOKENS}.` }),
        ),
    );
}
