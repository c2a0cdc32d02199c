import { cleanup, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { languages } from '#contract/languages.ts';
import { silentReasons } from '#contract/words.ts';
import { shownOutlook, testChartData, translatorIn } from '../../testing/site-market.ts';
import { OutlookPanel } from './outlook-panel.tsx';

const panel = (outlook = testChartData().outlook, language: (typeof languages)[number] = 'en') => (
  <OutlookPanel data={testChartData({ outlook })} translator={translatorIn(language)} />
);

test('both ranges are shown with how many held, and with a link to the score of the product', () => {
  render(panel());
  const region = screen.getByRole('region', { name: 'Price range based on past changes' });
  expect(region.textContent).toContain('In 8 out of 10 past cases, the price stayed between Rs. 460 and Rs. 530.');
  expect(region.textContent).toContain('In the last year, the price stayed within 241 of 300 such ranges.');
  expect(region.textContent).toContain('7 days later (27 Nov 2026)');
  expect(region.textContent).toContain('This is not a forecast or advice.');
  expect(screen.getByRole('link').getAttribute('href')).toBe('/how-right?product=1');
});

test('each reason for showing no range is said once, in each language', () => {
  for (const language of languages)
    for (const silent of silentReasons) {
      const none = shownOutlook({ range: null, silent });
      const { container } = render(panel({ next_list: none, seven_days: none }, language));
      expect(screen.getAllByText(translatorIn(language).t(`outlook.silent.${silent}`))).toHaveLength(1);
      expect(container.querySelector('.sentence')).toBeNull();
      cleanup();
    }
});

test('one range may be silent while the other is shown', () => {
  render(panel({ next_list: shownOutlook(), seven_days: shownOutlook({ range: null, silent: 'score_off' }) }));
  screen.getByText(/stayed between/);
  screen.getByText(/were not reliable in the last year/);
});
