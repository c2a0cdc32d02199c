import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { type Call, type FileFormat, fileTypes, isAppended } from '#contract/call.ts';
import type { CallName } from '#contract/every-call.ts';
import { type RefusalCode, refusalStatus } from '#contract/refusals.ts';
import type { Role } from '#contract/roles.ts';
import { type CallExamples, callExamples } from './call-examples.ts';
import type { ExampleMarket } from './example-market.ts';
import { TOKEN_SECRET } from './sign-in.ts';

export interface Parts {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  picture?: Buffer;
  role?: Role;
}

export const JSON_TYPE = { 'content-type': 'application/json' };
const PUBLIC_CACHE = 'public, max-age=0, must-revalidate, s-maxage=15';

export function examplesOf(name: CallName): CallExamples<Call> {
  return callExamples[name] as unknown as CallExamples<Call>;
}

export function exampleOf(name: CallName, market: ExampleMarket): Parts {
  return examplesOf(name).example(market) as Parts;
}

export function requestOf(entry: Call, parts: Parts): InjectOptions & { url: string } {
  const path = entry.path.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(parts.params?.[key] ?? ''));
  const url = parts.query ? `${path}?${new URLSearchParams(parts.query)}` : path;
  return { method: entry.method, url, ...(parts.body !== undefined && { payload: parts.body as object }) };
}

export async function send(
  market: ExampleMarket,
  entry: Call,
  request: InjectOptions,
): Promise<LightMyRequestResponse> {
  return entry.permission === 'public' ? market.app.send(request) : market.app.as(market.role, request);
}

export function expectRefusal(answer: LightMyRequestResponse, code?: RefusalCode): void {
  const body = answer.json();
  if (code !== undefined) expect(body.code).toBe(code);
  expect(refusalStatus).toHaveProperty(body.code);
  expect(answer.statusCode).toBe(refusalStatus[body.code as RefusalCode]);
  expect(body).toEqual({
    success: false,
    code: body.code,
    message: expect.stringMatching(/\S/),
    error: body.message,
    ...('details' in body && { details: expect.any(Array) }),
    ...(body.code === 'changed_meanwhile' && { current: expect.any(Object) }),
    ...(body.code === 'second_factor_required' && { second_step: expect.any(Object) }),
  });
  for (const detail of body.details ?? []) {
    expect(detail).toEqual({ field: expect.any(String), message: expect.stringMatching(/\S/) });
  }
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.body).not.toMatch(
    /\n\s+at |node_modules|\.ts:|pola-test-|SQLITE|sqlite|syntax error|constraint|\bselect\b.*\bfrom\b/,
  );
}

export function expectAnswer(answer: LightMyRequestResponse, entry: Call): void {
  const isRepeat = isAppended(entry) && answer.json<{ repeated?: true }>().repeated === true;
  expect(answer.statusCode).toBe(isRepeat ? 200 : (entry.status ?? 200));
  expect(answer.headers['cache-control']).toBe(cacheControlOf(entry));
  if (entry.file) expectFile(answer, entry.file);
  else expectJson(answer, entry);
  // Only a backup may contain password hashes.
  if (!entry.file?.includes('sql')) expect(answer.body).not.toMatch(/argon2|password_hash|pola-test-/);
  expect(answer.body).not.toContain(TOKEN_SECRET);
}

function cacheControlOf({ cached, maxAgeSeconds }: Call): string {
  if (cached) return PUBLIC_CACHE;
  return maxAgeSeconds === undefined ? 'no-store' : `public, max-age=${maxAgeSeconds}`;
}

function expectJson(answer: LightMyRequestResponse, entry: Call): void {
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  const body = answer.json();
  expect(body).toStrictEqual(entry.answer.parse(body));
}

const files: Record<FileFormat, { begins: readonly string[]; disposition: RegExp }> = {
  pdf: { begins: ['%PDF'], disposition: /^inline; filename="[\w.-]+\.pdf"$/ },
  xlsx: { begins: ['PK\u0003\u0004'], disposition: /^inline; filename="[\w.-]+\.xlsx"$/ },
  csv: { begins: ['date,', 'id,', 'Serial No,'], disposition: /^attachment; filename="[\w.-]+\.csv"$/ },
  'csv.gz': { begins: ['\u001f\u008b'], disposition: /^attachment; filename="[\w.-]+\.csv\.gz"$/ },
  parquet: { begins: ['PAR1'], disposition: /^attachment; filename="[\w.-]+\.parquet"$/ },
  jsonld: { begins: ['{"@context":'], disposition: /^inline; filename="[\w.-]+\.jsonld"$/ },
  atom: { begins: ['<?xml'], disposition: /^inline; filename="[\w.-]+\.atom"$/ },
  hledger: { begins: ['commodity '], disposition: /^attachment; filename="[\w.-]+\.hledger"$/ },
  beancount: { begins: ['option '], disposition: /^attachment; filename="[\w.-]+\.beancount"$/ },
  sql: { begins: ['-- Pola backup,'], disposition: /^attachment; filename="[\w.-]+\.sql"$/ },
};

function expectFile(answer: LightMyRequestResponse, formats: readonly FileFormat[]): void {
  const format = formats.find((one) => fileTypes[one] === answer.headers['content-type']);
  const { begins, disposition } = files[format as FileFormat];
  expect(answer.rawPayload.toString('latin1')).toMatch(new RegExp(`^(${begins.map(RegExp.escape).join('|')})`));
  expect(answer.headers['content-disposition']).toMatch(disposition);
}
