import type { Text } from '#texts/parts.ts';
import { writeNumber } from '../figures.ts';
import type { Language } from '../languages.ts';

/** Values of the placeholders. Numbers get thousands separators; pass a year as text. */
export type MessageValues = Readonly<Record<string, string | number>>;

interface FilledText {
  key: string;
  values: MessageValues;
}

/** Texts by key, each in the languages for which it exists. */
export type Texts = Partial<Record<string, Text>>;

type Part = string | { name: string } | Branching;

interface Branching {
  name: string;
  kind: 'plural' | 'select';
  branches: ReadonlyMap<string, Part[]>;
}

const pluralRules = new Map<string, Intl.PluralRules>();

/**
 * Parsed texts are cached, because a price page fills hundreds of them. The cache cannot exceed the number of texts in
 * the catalogues.
 */
const parsed = new Map<string, Part[]>();

/** Returns the text in the language, in English where a translation is missing, or the key where no text exists. */
export function fill(texts: Texts, { key, values }: FilledText, language: Language): string {
  const text = texts[key];
  if (!text) return key;
  const own = text[language];
  return own === undefined ? formatMessage(text.en ?? key, values, 'en') : formatMessage(own, values, language);
}

export function addTexts(texts: Texts, own: Readonly<Record<string, string>>, language: Language): void {
  for (const [key, text] of Object.entries(own)) texts[key] = { ...texts[key], [language]: text };
}

/**
 * Fills in a text. The syntax is a subset of ICU MessageFormat: `{name}`, `{count, plural, one {# row} other {# rows}}`
 * (also `=0 {...}`) and `{kind, select, fine {...} other {...}}`. A placeholder without a value remains as written, so
 * that tests notice it. Throws when braces do not match.
 */
export function formatMessage(text: string, values: MessageValues, language: string): string {
  const parts = parsed.get(text) ?? parse(text);
  parsed.set(text, parts);
  return write(parts, values, { language, hash: '#' });
}

/** Returns the names of the placeholders, sorted, each once. */
export function placeholdersOf(text: string): string[] {
  return [...new Set(fillable(parse(text)).map(({ name }) => name))].toSorted();
}

/** Returns, for each ICU `select` in a text, the values that it distinguishes. */
export function selectedWords(text: string): string[][] {
  return fillable(parse(text)).flatMap((part) =>
    'branches' in part && part.kind === 'select' ? [[...part.branches.keys()].filter((word) => word !== 'other')] : [],
  );
}

function fillable(parts: readonly Part[]): Exclude<Part, string>[] {
  return parts.flatMap((part) => {
    if (typeof part === 'string') return [];
    return 'branches' in part ? [part, ...fillable([...part.branches.values()].flat())] : [part];
  });
}

function write(parts: Part[], values: MessageValues, { language, hash }: { language: string; hash: string }): string {
  let written = '';
  for (const part of parts) {
    if (typeof part === 'string') {
      written += part.replaceAll('#', hash);
      continue;
    }
    const value = values[part.name];
    if ('branches' in part) {
      const shown = part.kind === 'plural' ? show(value, part.name) : hash;
      written += write(choose(part, value, language), values, { language, hash: shown });
    } else written += show(value, part.name);
  }
  return written;
}

function show(value: string | number | undefined, name: string): string {
  return typeof value === 'number' ? writeNumber(value) : (value ?? `{${name}}`);
}

function choose({ kind, branches }: Branching, value: string | number | undefined, language: string): Part[] {
  const other = branches.get('other') ?? [];
  if (kind === 'select') return branches.get(String(value)) ?? other;
  const rules = pluralRules.get(language) ?? new Intl.PluralRules(language);
  pluralRules.set(language, rules);
  return branches.get(`=${value}`) ?? branches.get(rules.select(Number(value))) ?? other;
}

function parse(text: string): Part[] {
  let at = 0;
  const parts = readParts(false);
  if (at < text.length) throw new Error(`a brace does not match in: ${text}`);
  return parts;

  function readParts(inside: boolean): Part[] {
    const found: Part[] = [];
    while (at < text.length && !(inside && text[at] === '}')) {
      if (text[at] === '{') found.push(readPlaceholder());
      else found.push(readUntil(/[{}]/g));
      if (!inside && text[at] === '}') break;
    }
    return found;
  }

  function readUntil(end: RegExp): string {
    end.lastIndex = at;
    const start = at;
    at = end.exec(text)?.index ?? text.length;
    return text.slice(start, at);
  }

  function readPlaceholder(): Part {
    at += 1;
    const name = readUntil(/[,}]/g).trim();
    if (text[at] === '}') {
      at += 1;
      return { name };
    }
    at += 1;
    const kind = readUntil(/,/g).trim();
    if (kind !== 'plural' && kind !== 'select') throw new Error(`"${kind}" is not a message format: ${text}`);
    at += 1;
    const branches = new Map<string, Part[]>();
    while (text[at] !== '}') {
      const choice = readUntil(/\{/g).trim();
      if (at >= text.length) throw new Error(`a brace does not match in: ${text}`);
      at += 1;
      branches.set(choice, readParts(true));
      at += 1;
      readUntil(/\S/g);
    }
    at += 1;
    return { name, kind, branches };
  }
}
