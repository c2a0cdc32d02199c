import { type FormEvent, useRef } from 'react';
import { type Day, isDay } from '#billing/calendar.ts';
import { inLanguage, type Language } from '#contract/languages.ts';
import { formatDay, formatDayMonth } from '#web/i18n/format.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { onPlainClick } from '#web/ui/address/plain-click.ts';
import { type PricesChoice, pricesPath } from './prices-address.ts';
import { useField } from './use-field.ts';

interface DayPickerProps {
  choice: PricesChoice;
  date: Day | null;
  previous: Day | null;
  next: Day | null;
  chooseDay: (date: Day) => void;
  chooseSearch: (search: string) => void;
  speech: Translator;
}

/** A date typed on the keyboard is valid several times before it is complete ("2", "20"). */
const TYPING_REST_MS = 250;

export function DayPicker({ choice, date, previous, next, chooseDay, chooseSearch, speech }: DayPickerProps) {
  const { language, t } = speech;
  const takeDate = (typed: string) => {
    if (isDay(typed)) chooseDay(typed);
  };
  const dateField = useField(date ?? '', takeDate);
  const searchField = useField(choice.search, chooseSearch);
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    clearTimeout(typing.current);
    takeDate(dateField.current?.value ?? '');
  };
  return (
    <search>
      <form
        className="chooser"
        action={inLanguage(language, '/home-dailyprice')}
        method="get"
        autoComplete="off"
        onSubmit={submit}
      >
        {choice.type !== '' && <input type="hidden" name="type" value={choice.type} />}
        <DayLink date={previous} direction="previous" choice={choice} chooseDay={chooseDay} speech={speech} />
        <label className="field day">
          <span className="unseen">{t('prices.date')}</span>
          <input
            ref={dateField}
            type="date"
            name="date"
            min="1900-01-01"
            defaultValue={date ?? ''}
            onChange={({ target }) => {
              clearTimeout(typing.current);
              typing.current = setTimeout(() => takeDate(target.value), TYPING_REST_MS);
            }}
          />
        </label>
        <DayLink date={next} direction="next" choice={choice} chooseDay={chooseDay} speech={speech} />
        <label className="field grow">
          <span className="unseen">{t('prices.search')}</span>
          <input
            ref={searchField}
            type="search"
            name="q"
            maxLength={80}
            placeholder={t('prices.search')}
            defaultValue={choice.search}
            onChange={({ target }) => chooseSearch(target.value)}
          />
        </label>
        <button type="submit">{t('prices.show')}</button>
      </form>
    </search>
  );
}

interface DayLinkProps {
  date: Day | null;
  direction: 'previous' | 'next';
  choice: PricesChoice;
  chooseDay: (date: Day) => void;
  speech: Translator;
}

function DayLink({ date, direction, choice, chooseDay, speech: { language, t } }: DayLinkProps) {
  if (date === null) return null;
  const name = direction === 'previous' ? 'prices.previousDay' : 'prices.nextDay';
  return (
    <a
      className={`day-link ${direction}`}
      href={hrefOfDay(language, choice, date)}
      aria-label={t(name, { date: formatDay(date, t) })}
      onClick={onPlainClick(() => chooseDay(date))}
    >
      <span>{formatDayMonth(date, t)}</span>
    </a>
  );
}

export function hrefOfDay(language: Language, choice: PricesChoice, date: Day): string {
  return inLanguage(language, pricesPath({ ...choice, date }));
}
