import type { Page } from '@playwright/test';
import { DEMO_PASSWORD } from '#scripts/demo/fill-demo.ts';

export type Act = (page: Page) => Promise<void>;

type Step = (page: Page, text: string, value: string) => Promise<unknown>;

const buttonOf = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(name, 'i') });

const steps: Record<string, Step> = {
  press: (page, name) => buttonOf(page, name).first().click(),
  async opens(page, name) {
    const button = buttonOf(page, name).filter({ visible: true }).first();
    if ((await button.count()) === 0) return;
    await button.click();
    await page.getByRole('dialog').waitFor();
  },
  fill: (page, label, value) => page.getByLabel(new RegExp(label)).first().fill(value),
  check: (page, label) => page.getByLabel(new RegExp(label)).first().check(),
  key: (page, key) => page.keyboard.press(key),
  click: (page, selector) => page.locator(selector).first().click(),
  shows: (page, selector) => page.locator(selector).first().waitFor(),
  if: async (page, selector) => (await page.locator(selector).count()) > 0,
  abort: (page, address) => page.route(new RegExp(address), (route) => route.abort()),
  offline: (page) => page.context().setOffline(true),
  print: (page) => page.emulateMedia({ media: 'print' }),
  /** New tabs open in this one, because the picture is taken of it. */
  'same-tab': (page) =>
    page.evaluate(() => {
      window.open = (address) => {
        location.assign(address ?? '');
        return window;
      };
    }),
};

/** Returns the act of a text such as `opens ^Delete; fill ^Reason = wrong price`. Throws for an unknown step. */
export function actOf(text: string): Act {
  const acts = text.split('; ').map((part) => {
    const [, verb = '', name = '', value = ''] = /^(\S+) ?(.*?)(?: = (.*))?$/.exec(part) ?? [];
    const step = steps[verb];
    if (!step) throw new Error(`scripts/screens/acts.ts has no step ${part}`);
    return (page: Page) => step(page, name, value.replace('{password}', DEMO_PASSWORD));
  });
  return async (page) => {
    for (const act of acts) if ((await act(page)) === false) return;
  };
}
