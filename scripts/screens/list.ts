import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Role } from '#contract/words.ts';
import { loadRenderer } from '#server/http/assets/web-build.ts';
import { fitPath } from '#web/path.ts';
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

export const listedScreens: readonly ScreenToVisit[] = parse<
  Record<'name' | 'path' | 'states' | 'role' | 'act', string>
>(csv, { columns: true }).map(({ name, path: address, states, role, act }) => ({
  name,
  path: address,
  isPublic: name.startsWith('site-'),
  states: states.split(' ') as State[],
  signsInAs: role === '' ? undefined : (role as Role),
  act: act === '' ? undefined : actOf(act),
}));

/** Adds the public pages of the built web that list.csv does not name. */
export async function everyScreen(): Promise<ScreenToVisit[]> {
  const { publicPages } = await loadRenderer();
  return [...unlistedPages(publicPages.map(({ path: pattern }) => pattern)), ...listedScreens];
}

export function unlistedPages(patterns: readonly string[]): ScreenToVisit[] {
  const listed = listedScreens.map(({ path: address }) => address.split('?')[0] ?? '');
  return patterns
    .filter((pattern) => !listed.some((address) => fitPath(pattern, address)))
    .map((pattern) => ({
      name: `site${pattern.replaceAll(/[/:]+/g, '-')}`,
      path: pattern.replace(':date', 'LATEST').replaceAll(/:\w+/g, '1'),
      isPublic: true,
      states: ['full'],
      signsInAs: undefined,
      act: undefined,
    }));
}
