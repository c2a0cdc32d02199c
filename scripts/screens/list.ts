import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Role } from '#contract/words.ts';
import { type Act, actOf } from './acts.ts';

export type State = 'full' | 'empty' | 'loading' | 'failing' | 'long';

export interface ScreenToVisit {
  name: string;
  /** LATEST becomes the last day with prices. A10 is a shop of the demo with fines and corrections. */
  path: string;
  isPublic: boolean;
  states: readonly State[];
  signsInAs: Role | undefined;
  act: Act | undefined;
}

const csv = readFileSync(path.join(import.meta.dirname, 'list.csv'), 'utf8');

export const screens: readonly ScreenToVisit[] = parse<Record<'name' | 'path' | 'states' | 'role' | 'act', string>>(
  csv,
  {
    columns: true,
  },
).map(({ name, path: address, states, role, act }) => ({
  ...{ name, path: address, isPublic: name.startsWith('site-') },
  states: states.split(' ') as State[],
  signsInAs: role === '' ? undefined : (role as Role),
  act: act === '' ? undefined : actOf(act),
}));
