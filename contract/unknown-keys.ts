import type { z } from 'zod';
import type { Call } from './call.ts';

const MOST_NAMED = 10;
const LONGEST_NAME = 60;

/** Query keys that mail programs and social networks add to links. */
const TOLERATED = /^(_|utm_\w+|fbclid|gclid)$/;

interface UnknownKey {
  field: string;
  name: string;
  known: readonly string[];
}

const ROW = /^\d+\./;

/**
 * Returns the keys that are not in the schema. `extra` returns keys that a body, or a row of it, may have in addition,
 * unless they have the letters of a field that the call accepts: those are misspelt.
 */
export function listUnknownKeys(
  entry: Pick<Call, 'query' | 'body' | 'upload' | 'writes'>,
  { query, body }: { query: unknown; body: unknown },
  extra: () => readonly string[] = () => [],
): UnknownKey[] {
  const inQuery = keysOf(query, entry.query?.shape ?? {}, []).filter(({ name }) => !TOLERATED.test(name));
  const inBody = entry.body ? unknownIn(entry.body, body, []) : keysOf(body, {}, []);
  if (inBody.length === 0) return inQuery.slice(0, MOST_NAMED);
  const readOnly = [
    ...extra(),
    ...(entry.upload ? [entry.upload] : []),
    ...(entry.writes === 'versioned' ? ['version'] : []),
  ];
  const unread = inBody.filter((key) => isMisspelt(key) || !readOnly.includes(key.field.replace(ROW, '')));
  return [...inQuery, ...unread].slice(0, MOST_NAMED);
}

function isMisspelt({ name, known }: UnknownKey): boolean {
  return known.some((one) => lettersOf(one) === lettersOf(name));
}

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '');
}

function keysOf(given: unknown, shape: object, path: readonly string[]): UnknownKey[] {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return [];
  const unknown = Object.keys(given).filter((key) => !Object.hasOwn(shape, key));
  return unknown.map((key) => ({
    field: [...path, key].join('.').slice(0, LONGEST_NAME),
    name: key.slice(0, LONGEST_NAME),
    known: Object.keys(shape),
  }));
}

type Definition = z.core.$ZodTypes['_zod']['def'];

function unknownIn(schema: z.core.$ZodType, given: unknown, path: readonly string[]): UnknownKey[] {
  const def = schema._zod.def as Definition;
  switch (def.type) {
    case 'object': {
      const here = def.catchall ? [] : keysOf(given, def.shape, path);
      const below = Object.entries(given ?? {}).flatMap(([key, value]) => {
        const inner = Object.hasOwn(def.shape, key) ? def.shape[key] : undefined;
        return inner ? unknownIn(inner, value, [...path, key]) : [];
      });
      return [...here, ...below];
    }
    case 'array':
      if (!Array.isArray(given)) return [];
      return given.flatMap((one, at) => unknownIn(def.element, one, [...path, String(at)]));
    case 'union': {
      const [fewest = []] = def.options
        .map((option) => unknownIn(option, given, path))
        .toSorted((one, other) => one.length - other.length);
      return fewest;
    }
    case 'pipe':
      return unknownIn(def.in, given, path);
    case 'optional':
    case 'nullable':
    case 'default':
      return unknownIn(def.innerType, given, path);
    default:
      return [];
  }
}
