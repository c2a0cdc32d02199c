/** @module-tag sqlite-only */

import { expect, test } from 'vitest';
import { fileTypes } from '#contract/call.ts';
import { listCalls } from '#contract/every-call.ts';
import { rolesWith } from '#contract/permissions.ts';
import { refusalStatus } from '#contract/refusals.ts';
import { roles } from '#contract/roles.ts';
import { type OpenApiDocument, type Operation, openApiDocument } from './openapi.ts';

const document: OpenApiDocument = JSON.parse(JSON.stringify(openApiDocument('Pola & Sons', 'https://pola.example')));
const written = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);
const operationOf = (name: string): Operation => {
  const found = written.find(({ operation }) => operation.operationId === name);
  if (!found) throw new Error(`no operation ${name}`);
  return found.operation;
};

test('the document has its title and the address of the market', () => {
  expect(document).toMatchObject({
    openapi: '3.1.0',
    info: { title: 'Pola & Sons: the API', version: '1' },
    servers: [{ url: 'https://pola.example' }],
  });
  expect(openApiDocument('Pola')).not.toHaveProperty('servers');
});

test('every call of the contract is in it exactly once, under its own name and subject', () => {
  const ofContract = listCalls().map(({ name, subject, entry }) => ({
    name,
    subject,
    method: entry.method,
    path: entry.path.replaceAll(/:(\w+)/g, '{$1}'),
  }));
  const ofDocument = written.map(({ path, method, operation }) => ({
    name: operation.operationId,
    subject: operation.tags.join(),
    method,
    path,
  }));
  const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
  expect(ofDocument.sort(byName)).toEqual(ofContract.sort(byName));
  expect(new Set(ofDocument.map(({ name }) => name)).size).toBe(ofDocument.length);
  expect(document.tags.map(({ name }) => name)).toEqual([...new Set(listCalls().map(({ subject }) => subject))]);
});

test('every reference has a target', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target = '']) => target);
  expect(references.length).toBeGreaterThan(0);
  for (const target of references) {
    const [root, ...steps] = target.split('/');
    expect(root).toBe('#');
    const found = steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)?.[step], document);
    expect(found, target).toBeTypeOf('object');
  }
});

test('the names in a path and its parameters are the same, and each has a type', () => {
  for (const { path, operation } of written) {
    const inAddress = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const parameters = operation.parameters ?? [];
    const inPath = parameters.filter((one) => one.in === 'path');
    expect(inPath.map(({ name }) => name)).toEqual(inAddress);
    expect(inPath.every(({ required }) => required)).toBe(true);
    for (const { schema } of parameters) expect(schema.type ?? schema.anyOf).toBeDefined();
  }
});

test.each(listCalls())('$name has a schema for its status, and every refusal with its body', ({ name, entry }) => {
  const { responses } = operationOf(name);
  const content = responses[entry.status ?? 200]?.content ?? {};
  const types = entry.file?.map((format) => fileTypes[format].replace(/;.*/, '')) ?? ['application/json'];
  expect(Object.keys(content)).toEqual(types);
  for (const { schema } of Object.values(content)) expect(schema).toBeTypeOf('object');
  expect('304' in responses).toBe(entry.cached === true);
  for (const [status, { description, content }] of Object.entries(responses)) {
    expect(description).not.toBe('');
    for (const [code, { value }] of Object.entries(content?.['application/json']?.examples ?? {})) {
      expect(value).toMatchObject({ success: false, code, error: value.message });
      expect(String(refusalStatus[value.code])).toBe(status);
      expect(description).toContain(`${code}: ${value.message}`);
    }
  }
  const codes = Object.values(responses).flatMap(({ content }) =>
    Object.keys(content?.['application/json']?.examples ?? {}),
  );
  expect(codes).toEqual(expect.arrayContaining([...entry.refusals]));
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes.includes('unauthorized')).toBe(entry.permission !== 'public');
  expect(codes.includes('unsupported_type')).toBe(entry.method !== 'GET');
});

test.each(listCalls())('$name states its permission', ({ name, entry }) => {
  const { security, description } = operationOf(name);
  if (entry.permission === 'public') {
    expect(security).toEqual([]);
    expect(description).toContain('Anyone');
    return;
  }
  expect(security).toEqual([{ bearer: [] }]);
  expect(description).toContain(entry.permission);
  const named = roles.filter((role) => new RegExp(`\\b${role}\\b`).test(description));
  expect(named).toEqual(rolesWith(entry.permission));
});

test.each(listCalls())('$name takes If-Match only when it replaces something', ({ name, entry }) => {
  const { parameters = [], responses } = operationOf(name);
  const headers = parameters.filter((one) => one.in === 'header').map((one) => [one.name, one.required]);
  expect(headers).toEqual(entry.writes === 'versioned' ? [['If-Match', false]] : []);
  expect('412' in responses).toBe(entry.writes === 'versioned');
});

test('a login is sent as JSON, and a product also as a form with a picture', () => {
  const login = operationOf('session.login').requestBody;
  expect(Object.keys(login?.content ?? {})).toEqual(['application/json']);
  expect(login?.content['application/json']?.schema).toMatchObject({
    type: 'object',
    required: ['email', 'password'],
  });
  const form = operationOf('products.add').requestBody?.content['multipart/form-data'];
  expect(form?.schema.properties).toMatchObject({
    name: { type: 'string', maxLength: 80 },
    image: { contentMediaType: 'application/octet-stream' },
  });
  expect(form?.schema.required).toEqual(['name', 'type']);
  expect(operationOf('session.logout')).not.toHaveProperty('requestBody');
});

test('money is a number or text in requests, and a number in answers', () => {
  const edit = operationOf('prices.edit');
  expect(edit.requestBody?.content['application/json']?.schema.properties).toMatchObject({
    min_price: { type: ['number', 'string'] },
  });
  expect(edit.responses['200']?.content?.['application/json']?.schema.properties).toMatchObject({
    data: { properties: { min_price: { type: 'number' }, date: { type: 'string' } } },
  });
});

test('an answer may get more keys, so no schema forbids them', () => {
  expect(JSON.stringify(document)).not.toContain('"additionalProperties":false');
  expect(JSON.stringify(document)).not.toContain(String(Number.MAX_SAFE_INTEGER));
});
