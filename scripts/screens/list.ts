import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import type { Language } from '#contract/languages.ts';
import type { Role } from '#contract/roles.ts';
import { DEMO_PASSWORD } from '#scripts/demo/demo-password.ts';
import { loadRenderer } from '#server/http/assets/web-build.ts';
import type { MessageKey } from '#web/i18n/t.ts';
import { officePages } from '#web/office/pages-data.ts';
import { fitPath } from '#web/path.ts';
import { staffTextsIn } from '../../tests/support/staff-texts.ts';

type Act = (page: Page, language: Language) => Promise<void>;

interface Stage {
  page: Page;
  says: (pattern: string) => RegExp;
}

type Step = (stage: Stage, text: string, value: string) => Promise<unknown>;

const buttonOf = ({ page, says }: Stage, name: string) => page.getByRole('button', { name: says(name) });
const fieldOf = ({ page, says }: Stage, label: string) =>
  page.getByLabel(says(label)).and(page.locator('input, textarea')).first();
const placeOf = ({ page, says }: Stage, selector: string) =>
  page
    .locator(
      selector.replaceAll(
        /(name|text)=(?:"([^"]+)"|\/((?:\\.|[^/])+)\/|([^"/[\]]+)$)/g,
        (_, kind, ...[quoted, pattern, plain]: string[]) =>
          `${kind}=${says(pattern ?? literal(quoted ?? plain ?? ''))}`,
      ),
    )
    .first();

const steps: Record<string, Step> = {
  press: (stage, name) => buttonOf(stage, name).first().click(),
  async opens(stage, name) {
    const button = buttonOf(stage, name).filter({ visible: true }).first();
    if ((await button.count()) === 0) return;
    const dialogs = stage.page.getByRole('dialog');
    const before = await dialogs.count();
    await button.click();
    await dialogs.nth(before).waitFor();
  },
  /**
   * Enters the password if the page asks for it. The page asks only once in a session, because the session is then
   * verified.
   */
  async proves(stage) {
    const field = fieldOf(stage, '^Password');
    const isAsked = await field.waitFor({ timeout: 5000 }).then(
      () => true,
      () => false,
    );
    if (!isAsked) return;
    await field.fill(DEMO_PASSWORD);
    await stage.page.keyboard.press('Enter');
  },
  fill: (stage, label, value) => fieldOf(stage, label).fill(value),
  check: (stage, label) => fieldOf(stage, label).check(),
  key: ({ page }, key) => page.keyboard.press(key),
  async click(stage, selector) {
    // A link of a public page does something else until the scripts of the page have been loaded.
    await stage.page.waitForLoadState('networkidle');
    await placeOf(stage, selector).click();
  },
  shows: (stage, selector) => placeOf(stage, selector).waitFor(),
  if: async (stage, selector) => (await placeOf(stage, selector).count()) > 0,
  abort: ({ page }, address) => page.route(new RegExp(address), (route) => route.abort()),
  offline: ({ page }) => page.context().setOffline(true),
  print: ({ page }) => page.emulateMedia({ media: 'print' }),
  /** Opens links in this tab instead of a new one, because the picture is taken of this tab. */
  'same-tab': ({ page }) =>
    page.evaluate(() => {
      window.open = (address) => {
        location.assign(address ?? '');
        return window;
      };
    }),
};

/**
 * Returns a function that carries out the steps of a text such as `opens ^Delete; fill ^Reason = wrong price`. Throws
 * for an unknown step.
 */
function actOf(text: string): Act {
  const acts = text.split('; ').map((part) => {
    const [, verb = '', name = '', value = ''] = /^(\S+) ?(.*?)(?: = (.*))?$/.exec(part) ?? [];
    const step = steps[verb];
    if (!step) throw new Error(`scripts/screens/list.ts has no step ${part}`);
    return (stage: Stage) => step(stage, name, value);
  });
  return async (page, language) => {
    const stage = { page, says: (pattern: string) => translate(pattern, language) };
    for (const act of acts) if ((await act(stage)) === false) return;
  };
}

const english = Object.entries(staffTextsIn('en')) as [MessageKey, string][];

function translate(pattern: string, language: Language): RegExp {
  const asked = new RegExp(pattern, 'i');
  if (language === 'en') return asked;
  const texts = staffTextsIn(language);
  const anchor = (piece: string, text: string) =>
    pattern.startsWith('^') && new RegExp(`^${piece}`).test(text) ? `^${piece}` : piece;
  const found = english
    .filter(([, text]) => asked.test(text))
    .flatMap(([key]) => longestPiece(texts[key]).map((piece) => anchor(piece, texts[key])));
  return found.length === 0 ? asked : new RegExp([...new Set(found)].join('|'));
}

function longestPiece(text: string): string[] {
  let outside = text;
  while (/\{[^{}]*\}/.test(outside)) outside = outside.replaceAll(/\{[^{}]*\}/g, '\n');
  const plurals = [...text.matchAll(/\w \{([^{}]*)\}/g)].map(([, form = '']) => form.replaceAll('#', '\n'));
  return (outside.trim() === '' ? plurals : [outside]).flatMap((form) => {
    const [longest = ''] = form.split('\n').sort((one, other) => other.length - one.length);
    return longest.trim() === '' ? [] : [literal(longest.trim())];
  });
}

function literal(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

export type State = 'full' | 'empty' | 'loading' | 'failing' | 'long';

export interface ScreenToVisit {
  name: string;
  /**
   * LATEST in it is replaced by the last day with prices, and SHIFT by the id of a closed shift. A10 is the id of a
   * shop in the demo that has fines and corrections.
   */
  path: string;
  isPublic: boolean;
  states: readonly State[];
  signsInAs: Role | undefined;
  act: Act | undefined;
}

const csv = readFileSync(path.join(import.meta.dirname, 'list.csv'), 'utf8');

const listedScreens: readonly ScreenToVisit[] = parse<Record<'name' | 'path' | 'states' | 'role' | 'act', string>>(
  csv,
  { columns: true },
).map(({ name, path: address, states, role, act }) => ({
  name,
  path: address,
  isPublic: name.startsWith('site-'),
  states: states.split(' ') as State[],
  signsInAs: role === '' ? undefined : (role as Role),
  act: act === '' ? undefined : actOf(act),
}));

/** Returns the screens of list.csv, and the pages of the office and of the built public site that it does not name. */
export async function everyScreen(): Promise<ScreenToVisit[]> {
  const { publicPages } = await loadRenderer();
  const ofSite = unlistedPages(
    'site',
    publicPages.map(({ path: pattern }) => pattern),
  );
  return [...ofSite, ...listedScreens, ...unlistedPages('office', Object.keys(officePages))];
}

export function unlistedPages(of: 'site' | 'office', patterns: readonly string[]): ScreenToVisit[] {
  const listed = listedScreens.map(({ path: address }) => address.split('?')[0] ?? '');
  return patterns
    .filter((pattern) => !listed.some((address) => fitPath(pattern, address)))
    .map((pattern) => ({
      name: `${of}${pattern.replaceAll(/[/:]+/g, '-')}`,
      path: pattern.replace(':date', 'LATEST').replaceAll(/:\w+/g, '1'),
      isPublic: of === 'site',
      states: ['full'],
      signsInAs: of === 'site' ? undefined : 'superadmin',
      act: undefined,
    }));
}
