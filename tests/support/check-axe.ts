import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Checks the rules of WCAG 2.2 AA and axe's best practices, or only the given rules. Only violations are collected,
 * which takes a quarter of the time on a long table.
 */
export async function expectNoAxeFindings(page: Page, onlyRules?: string[]): Promise<void> {
  // axe is added to a page only once, because parsing half a megabyte takes a long time.
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] });
  const { violations } = await (onlyRules ? axe.withRules(onlyRules) : axe).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual(
    [],
  );
}

export function expectReadableColours(page: Page): Promise<void> {
  return expectNoAxeFindings(page, COLOUR_RULES);
}

/** Waits until all animations have ended, because colours differ during an animation. */
export async function expectStill(page: Page): Promise<void> {
  const moving = () =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);
  await expect.poll(moving).toBe(0);
}
