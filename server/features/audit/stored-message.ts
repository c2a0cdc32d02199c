import { z } from 'zod';
import { type Day, isDay, isMonth, type Month } from '#billing/calendar.ts';
import { ApiMessage, englishOf, isMessageKey, type Words } from '#contract/messages/message.ts';

/**
 * A stored sentence: the key of its text and its values. A value that is itself a sentence is stored in the same way.
 */
type Stored = [key: string, values: Record<string, StoredValue>];
type StoredValue = string | number | { day: Day } | { month: Month } | Stored;

const dayValue = z.strictObject({ day: z.string().refine(isDay) });
const monthValue = z.strictObject({ month: z.string().refine(isMonth) });
const storedMessage: z.ZodType<Stored> = z.lazy(() =>
  z.tuple([z.string(), z.record(z.string(), z.union([z.string(), z.number(), dayValue, monthValue, storedMessage]))]),
);

export function storeMessage(words: Words): string {
  return words instanceof ApiMessage ? JSON.stringify(stored(words)) : englishOf(words);
}

function stored({ key, values }: ApiMessage): Stored {
  const all = Object.entries(values).map(([name, value]) => [
    name,
    value instanceof ApiMessage ? stored(value) : value,
  ]);
  return [key, Object.fromEntries(all)];
}

/**
 * Returns the description of an entry: its sentence, or the stored English text if there is no sentence or its key no
 * longer exists.
 */
export function describeEntry({
  event_description,
  event_message,
}: Record<'event_description' | 'event_message', string>): ApiMessage | string {
  return readStored(event_message) ?? event_description;
}

/** Returns a stored sentence. A text that an older release stored is returned unchanged. */
export function restoreMessage(text: string): ApiMessage | string {
  return readStored(text) ?? text;
}

/**
 * Reads a stored sentence. Returns undefined for a text that Pola did not write, because a falsified log must remain
 * readable.
 */
function readStored(text: string): ApiMessage | undefined {
  if (text === '') return undefined;
  try {
    return restore(storedMessage.parse(JSON.parse(text)));
  } catch {
    return undefined;
  }
}

function restore([key, values]: Stored): ApiMessage | undefined {
  if (!isMessageKey(key)) return undefined;
  const all = Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? restore(value) : value]);
  return all.some(([, value]) => value === undefined) ? undefined : new ApiMessage(key, Object.fromEntries(all));
}
