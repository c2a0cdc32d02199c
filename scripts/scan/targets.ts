import type { Call } from '#contract/call.ts';
import { everyCall } from '#contract/every-call.ts';
import { DEMO_PASSWORD } from '../demo/demo-password.ts';
import samples from './values.json' with { type: 'json' };

export interface Target {
  method: string;
  address: string;
  body: string | undefined;
}

/**
 * Lists every GET call that has parameters and writes nothing. `made` contains the ids of rows that the scan created in
 * this market.
 */
export function listReads(made: Record<string, string>): Target[] {
  const values: Record<string, string> = { ...samples.values, ...made };
  return Object.entries(everyCall).flatMap(([subject, calls]) =>
    Object.entries<Call>(calls)
      .filter(([, { method, writes, params, query }]) => method === 'GET' && !writes && (params ?? query))
      .map(([name, entry]) => ({ method: 'GET', address: addressOf([subject, name], entry, values), body: undefined })),
  );
}

function addressOf(
  [subject, call]: readonly [string, string],
  { path, query }: Call,
  values: Record<string, string>,
): string {
  const sample = (name: string): string => {
    const value = values[`${subject}.${call}.${name}`] ?? values[`${subject}.${name}`] ?? values[name];
    if (value === undefined) throw new Error(`scripts/scan/values.json has no value for ${subject}.${name}`);
    return value;
  };
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => `${sample(name)}*`);
  // A download token is not sent, because it would replace the session token.
  const asked = Object.keys(query?.shape ?? {})
    .filter((name) => name !== 'ticket')
    .map((name) => `${name}=${encodeURIComponent(sample(name))}`);
  // If the path contains an asterisk, sqlmap attacks only the places with an asterisk. Each query parameter therefore
  // gets one too.
  const mark = filled.includes('*') ? '*' : '';
  return asked.length === 0 ? filled : `${filled}?${asked.map((pair) => pair + mark).join('&')}`;
}

export const writes: readonly Target[] = samples.writes.map(({ method, address, body }) => ({
  method,
  address,
  body: JSON.stringify(body).replace('{password}', DEMO_PASSWORD),
}));
