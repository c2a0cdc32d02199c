import type { LightMyRequestResponse } from 'fastify';

/** What is drawn anew each time: identifiers, hashes of passwords, tokens, and the chain of the log, which holds such. */
const DRAWN: [RegExp, string][] = [
  [/\b[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}\b/g, '<uuid>'],
  [/\$argon2id\$[^"]+/g, '<password hash>'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<token>'],
  [/\b[\da-f]{64}\b(?!\.webp)/g, '<hash>'],
];

/** The text with shapes in place of what is drawn. */
export const withoutDrawn = (text: string) =>
  DRAWN.reduce((given, [what, shape]) => given.replaceAll(what, shape), text);

/** An answer as far as both engines must give the same; a PDF or a workbook carries the instant of its making and is told by its name. */
export function comparableAnswer({ statusCode, headers, body }: LightMyRequestResponse): unknown {
  const type = String(headers['content-type']);
  const text = withoutDrawn(body.replace(/"ticket":"[^"]+"/, '"ticket":"<ticket>"'));
  const told = ['content-type', 'content-disposition', 'x-total-count', 'retry-after', 'cache-control'];
  return {
    ...{ statusCode, headers: told.map((name) => headers[name]) },
    // Where the database writes the JSON itself, each sets its spaces in its own way.
    body: type.includes('json') ? JSON.parse(text) : /csv|atom/.test(type) && text,
  };
}
