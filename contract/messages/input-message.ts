import type { z } from 'zod';
import type fields from '#texts/fields.json';
import type input from '#texts/input.json';
import type { MessageValues } from './format-message.ts';

export type InputMessageKey = keyof (typeof input)['forms'];

/** A field that has a label. */
export type FieldName = keyof (typeof fields)['forms'] extends infer Key
  ? Key extends `fields.${infer Name}`
    ? Name
    : never
  : never;

/** The function that writes a text: `message` of the server, or `t` of the office. */
type WriteText = (key: InputMessageKey | keyof (typeof fields)['forms'], values?: MessageValues) => string;

/** A sentence in which `{field}` becomes the label of the field. */
export interface InputMessage {
  key: InputMessageKey;
  values: MessageValues;
}

/** Returns a message for a schema issue, encoded as JSON. `wordInput` turns it into a sentence. */
export function inputMessage(key: InputMessageKey, values: MessageValues = {}): string {
  return JSON.stringify([key, values]);
}

/** Reads a message made by `inputMessage` from a schema issue. For any other message it returns a general sentence. */
export function readInputMessage(issueMessage: string): InputMessage {
  if (!issueMessage.startsWith('["input.')) return { key: 'input.invalid', values: {} };
  const [key, values] = JSON.parse(issueMessage) as [InputMessageKey, MessageValues];
  return { key, values };
}

/** Returns the sentence for a field. `field` is a path such as `3.min_price`. */
export function wordInput({ key, values }: InputMessage, field: string, write: WriteText): string {
  return write(key, { field: fieldLabel(field, write), ...values });
}

/** Returns the label of the last part of the path that is not a number. */
export function fieldLabel(field: string, write: WriteText): string {
  const [name = 'request_body', list] = field
    .split('.')
    .filter((part) => part !== '' && !/^\d+$/.test(part))
    .reverse();
  const keys = [`fields.${name}`, `fields.${list}.one`] as (keyof (typeof fields)['forms'])[];
  // For a key without a text, `write` returns the key itself.
  return write(keys.find((key) => write(key) !== key) ?? 'fields.other', { name });
}

export interface InputFault {
  field: string;
  message: InputMessage;
}

export function checkInput<Schema extends z.ZodType>(
  schema: Schema,
  given: unknown,
): { data: z.output<Schema>; faults: [] } | { data: undefined; faults: InputFault[] } {
  const read = schema.safeParse(given, { error: defaultMessage });
  if (read.success) return { data: read.data, faults: [] };
  const faults = read.error.issues.map((issue) => ({
    field: issue.path.join('.'),
    message: readInputMessage(issue.message),
  }));
  return { data: undefined, faults };
}

const WANTED: Record<string, InputMessageKey> = {
  string: 'input.text',
  number: 'input.number',
  int: 'input.whole-number',
  boolean: 'input.true-or-false',
  array: 'input.list',
  object: 'input.object',
  record: 'input.object',
};

/** Returns the default message of an issue; undefined for checks that need their own sentence, such as patterns. */
function defaultMessage(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return inputMessage(issue.input === undefined ? 'input.required' : (WANTED[issue.expected] ?? 'input.invalid'));
    case 'too_big':
      return inputMessage(BOUNDS.tooBig[issue.origin] ?? 'input.at-most', { max: Number(issue.maximum) });
    case 'too_small':
      return inputMessage(BOUNDS.tooSmall[issue.origin] ?? 'input.at-least', { min: Number(issue.minimum) });
    case 'invalid_value':
      if (issue.input === undefined || issue.input === '') return inputMessage('input.select');
      return inputMessage('input.choice', { choices: issue.values.join(', ') });
    default:
      return undefined;
  }
}

const BOUNDS: Record<'tooBig' | 'tooSmall', Partial<Record<string, InputMessageKey>>> = {
  tooBig: { string: 'input.too-long', array: 'input.too-many' },
  tooSmall: { string: 'input.too-short', array: 'input.too-few' },
};
