import { createHash } from 'node:crypto';
import { escapeMarkup } from '../core/escape-markup.ts';
import type { OpenApiDocument, Operation, Schema } from './openapi.ts';

/** The style of the page, which loads no font and no image. */
const apiPageStyle = `
:root { color-scheme: light; --leaf: #1b4d2e; --paper: #fbf7ee; --turmeric: #e3a712; --ink: #22281f; --line: #ddd5c3; }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body {
  margin: 0; padding-bottom: 4rem; background: var(--paper); color: var(--ink);
  font: 1.05rem/1.6 system-ui, sans-serif; overflow-wrap: break-word;
}
a { color: var(--leaf); }
a:focus-visible, .scroll:focus-visible { outline: 3px solid var(--turmeric); outline-offset: 2px; }
header { background: var(--leaf); color: var(--paper); border-bottom: .4rem solid var(--turmeric); padding: 1.5rem 1rem; }
header a { color: var(--paper); }
header > *, nav, main { max-width: 62rem; margin-inline: auto; }
body > nav, main { width: calc(100% - 2rem); }
h1 { line-height: 1.2; }
h2 { margin: 2.5rem 0 .5rem; text-transform: capitalize; color: var(--leaf); }
section > h2 { border-bottom: .2rem solid var(--turmeric); }
nav h2 { font-size: 1.1rem; margin-top: 1.25rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { display: block; padding: .3rem 0; text-decoration: none; }
nav li a:hover code { text-decoration: underline; }
article { background: #fff; border: 1px solid var(--line); border-radius: .6rem; padding: 0 1rem 1rem; margin: 1rem 0; }
h3 { font-size: 1.1rem; }
code { font: .95em ui-monospace, monospace; overflow-wrap: anywhere; }
.method {
  display: inline-block; min-width: 4.2rem; padding: 0 .4rem; border-radius: .3rem; text-align: center;
  font: 700 .8rem/1.6 ui-monospace, monospace; background: var(--turmeric); color: var(--ink);
}
.get { background: var(--leaf); color: var(--paper); }
.delete { background: #8c2f1b; color: var(--paper); }
.who { color: #4b5545; font-size: .95rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin-top: 1rem; font-size: .95rem; }
caption { text-align: left; font-weight: 700; color: var(--leaf); }
th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid var(--line); }
td:first-child { white-space: nowrap; }
@media (max-width: 40rem) {
  thead { display: none; }
  tr { display: block; padding: .4rem 0; border-bottom: 1px solid var(--line); }
  td, td:first-child { display: inline-block; white-space: normal; padding: 0 .6rem 0 0; border: 0; }
  td:first-child { font-weight: 700; }
}
`;

/** HTML that only `html` can create, so that nothing reaches the page unescaped. */
interface Markup {
  readonly markup: string;
}
type Piece = string | Markup | readonly Markup[];

export const apiPageStyleHash = `'sha256-${createHash('sha256').update(apiPageStyle).digest('base64')}'`;

/** Returns the page that documents the API. It contains no scripts. */
export function renderApiPage(document: OpenApiDocument): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const subjects = document.tags.map(({ name }) => ({
    name,
    calls: calls.filter(({ operation }) => operation.tags.includes(name)),
  }));
  const style: Markup = { markup: `<style>${apiPageStyle}</style>` };
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${document.info.title}</title>
${style}
</head>
<body>
<header>
<h1>${document.info.title}</h1>
${document.info.description.split('\n\n').map((paragraph) => html`<p>${paragraph}</p>`)}
<p>For programs: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
</header>
<nav aria-label="Contents">
${subjects.map(
  ({ name, calls: some }) => html`<h2><a href="#${name}">${name}</a></h2>
<ul>
${some.map(
  ({ method, path, operation }) =>
    html`<li><a href="#${operation.operationId}">${badge(method)} <code>${path}</code></a></li>\n`,
)}</ul>\n`,
)}</nav>
<main>
${subjects.map(
  ({ name, calls: some }) => html`<section id="${name}">
<h2>${name}</h2>
${some.map((call) => article(call.method, call.path, call.operation))}</section>\n`,
)}</main>
</body>
</html>
`.markup;
}

function article(method: string, path: string, operation: Operation): Markup {
  const bodies = Object.entries(operation.requestBody?.content ?? {});
  return html`<article id="${operation.operationId}">
<h3>${badge(method)} <code>${path}</code></h3>
<p>${operation.summary}</p>
<p class="who">${operation.description}</p>
${fieldTable('In the address', parametersIn(operation, ['path', 'query']))}${fieldTable(
  'Headers',
  parametersIn(operation, ['header']),
)}${bodies
  .slice(0, 1)
  .map(([, { schema }]) =>
    fieldTable(`Body, ${bodies.map(([type]) => type).join(' or ')}${listWord(schema)}`, fieldsOf(schema)),
  )}${answers(operation)}</article>\n`;
}

function parametersIn({ parameters = [] }: Operation, places: readonly string[]): Field[] {
  return parameters
    .filter((one) => places.includes(one.in))
    .map((one) => ({
      name: one.name,
      type: typeOf(one.schema),
      isRequired: one.required,
      description: one.description ?? '',
    }));
}

function answers({ responses }: Operation): Markup[] {
  const contents = Object.entries(responses).flatMap(([status, answer]) =>
    Object.values(answer.content ?? {}).map((content) => ({ status, ...content })),
  );
  const successes = contents.filter(({ examples }) => !examples);
  const refused = contents.flatMap(({ status, examples = {} }) =>
    Object.entries(examples).map(([code, { summary }]) => ({ status, code, summary })),
  );
  const rows = refused.map(
    ({ status, code, summary }) => html`<tr><td>${status}</td><td><code>${code}</code></td><td>${summary}</td></tr>\n`,
  );
  return [
    ...successes.map(({ status, schema }) => fieldTable(`Answer, ${status}${listWord(schema)}`, fieldsOf(schema))),
    table('Refusals', ['Status', 'Code', 'Sentence'], rows),
  ];
}

interface Field {
  /** The name of a field; `results[].min_price` for a field of a row. */
  name: string;
  type: string;
  isRequired: boolean;
  description: string;
}

function listWord(schema: Schema): string {
  return itemsOf(schema) ? ', a list' : '';
}

/**
 * Returns the fields of a schema, each followed by the fields inside it. The field `id` of a list's rows is named
 * `[].id`.
 */
function fieldsOf(schema: Schema, name = '', isRequired = true): Field[] {
  const own = { name, type: typeOf(schema), isRequired, description: schema.description ?? '' };
  const inner = innerObject(schema);
  const items = inner ? undefined : itemsOf(schema);
  const below = inner
    ? Object.entries(inner.properties as Record<string, Schema>).flatMap(([key, property]) =>
        fieldsOf(property, name === '' ? key : `${name}.${key}`, inner.required?.includes(key) ?? false),
      )
    : items
      ? fieldsOf(items, `${name}[]`).slice(innerObject(items) || name !== '' ? 1 : 0)
      : [];
  return name === '' ? below : [own, ...below];
}

/**
 * Returns the schema itself if it has properties, otherwise the first of its alternatives that has some, such as the
 * object in `object or null`.
 */
function innerObject(schema: Schema): Schema | undefined {
  return schema.properties ? schema : (schema.anyOf as Schema[] | undefined)?.find((one) => one.properties);
}

function itemsOf(schema: Schema): Schema | undefined {
  return schema.items as Schema | undefined;
}

/** Returns the type in words: `number or text`, `list of texts`, `"kg" or "nut"`. */
function typeOf(schema: Schema): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf) return [...new Set((schema.anyOf as Schema[]).map(typeOf))].join(' or ');
  if (Array.isArray(schema.type)) return (schema.type as string[]).map(plainName).join(' or ');
  const items = itemsOf(schema);
  if (items) return `list of ${typeOf(items)}${typeof items.type === 'string' ? 's' : ''}`;
  if (schema.contentMediaType) return 'file';
  return plainName(schema.type ?? 'anything');
}

function plainName(type: string): string {
  return (
    ({ string: 'text', integer: 'whole number', boolean: 'true or false' } as Record<string, string>)[type] ?? type
  );
}

function fieldTable(title: string, fields: readonly Field[]): Markup {
  const rows = fields.map(
    ({ name, type, isRequired, description }) =>
      html`<tr><td><code>${name}</code></td><td>${type}</td><td>${isRequired ? 'required' : 'optional'}</td><td>${description}</td></tr>\n`,
  );
  return table(title, ['Field', 'Type', 'Required?', 'Meaning'], rows);
}

function table(title: string, heads: readonly string[], rows: readonly Markup[]): Markup {
  if (rows.length === 0) return html``;
  return html`<div class="scroll" role="region" aria-label="${title}" tabindex="0"><table>
<caption>${title}</caption>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>
${rows}</tbody>
</table></div>\n`;
}

function badge(method: string): Markup {
  return html`<span class="method ${method.toLowerCase()}">${method}</span>`;
}

function html(texts: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  const written = pieces.map((piece) =>
    typeof piece === 'string'
      ? escapeMarkup(piece)
      : [piece]
          .flat()
          .map(({ markup }) => markup)
          .join(''),
  );
  return { markup: String.raw({ raw: texts }, ...written) };
}
