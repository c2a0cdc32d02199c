import { expect, test } from 'vitest';
import { languages } from '#contract/languages.ts';
import { monthNames, shortMonthNames } from '#contract/month-names.ts';
import { textsOf } from '#texts/parts.ts';
import { speechIn } from '#web/testing/site-market.ts';

test.each(languages)(
  'the months have the same names in the contract, on the site and in the office, in %s',
  (language) => {
    const { t } = speechIn(language);
    const start = textsOf('shared', 'start');
    const numbers = Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, '0'));
    expect(numbers.map((number) => t(`month.${number}` as 'month.01'))).toEqual(monthNames[language]);
    expect(numbers.map((number) => t(`monthShort.${number}` as 'monthShort.01'))).toEqual(shortMonthNames[language]);
    expect(numbers.map((number) => start[`ui.month.${number}`]?.[language])).toEqual(monthNames[language]);
    expect(numbers.map((number) => start[`shared.monthShort.${number}`]?.[language])).toEqual(
      shortMonthNames[language],
    );
  },
);
