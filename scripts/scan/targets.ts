import type { Call } from '#contract/call.ts';
import { everyCall } from '#contract/every-call.ts';
import { DEMO_PASSWORD } from '../demo/fill-demo.ts';
import samples from './values.json' with { type: 'json' };

/** A request of the kind that a program of the market sends; each of its values is attacked in turn. */
export interface Target {
  method: string;
  /** Path and query; a star follows a part of the path that is attacked. */
  address: string;
  /** A body of JSON. */
  body: string | undefined;
}

/**
 * Every GET of the contract that takes something; not what writes the whole database into a file. Made adds values of what
 * this market got while it ran, as `payments.id`.
 */
export function listReads(made: Record<string, string>): Target[] {
  const values: Record<string, string> = { ...samples.values, ...made };
  return Object.entries(everyCall).flatMap(([subject, calls]) =>
    Object.values<Call>(calls)
      .filter(({ method, audited, params, query }) => method === 'GET' && !audited && (params ?? query))
      .map((entry) => ({ method: 'GET', address: addressOf(subject, entry, values), body: undefined })),
  );
}

function addressOf(subject: string, { path, query }: Call, values: Record<string, string>): string {
  const sample = (name: string): string => {
    const value = values[`${subject}.${name}`] ?? values[name];
    if (value === undefined) throw new Error(`scripts/scan/values.json has no value for ${subject}.${name}`);
    return value;
  };
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => `${sample(name)}*`);
  // A download token would replace the session token.
  const asked = Object.keys(query?.shape ?? {})
    .filter((name) => name !== 'ticket')
    .map((name) => `${name}=${encodeURIComponent(sample(name))}`);
  // Where a star marks the place, nothing else of the address is attacked.
  const mark = filled.includes('*') ? '*' : '';
  return asked.length === 0 ? filled : `${filled}?${asked.map((pair) => pair + mark).join('&')}`;
}

/** What clerks send; the shop that is added first is let and billed then. */
export const writes: readonly Target[] = samples.writes.map(({ method, address, body }) => ({
  method,
  address,
  body: JSON.stringify(body).replace('{password}', DEMO_PASSWORD),
}));
