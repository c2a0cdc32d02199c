import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { type Day, isDay } from '#billing/calendar.ts';
import { formatShortDay } from '#contract/days.ts';
import { inLanguage, type Language } from '#contract/languages.ts';
import type { PricesView } from '#contract/site.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { onPlainClick } from '#web/ui/address/plain-click.ts';
import { useIsAlive } from '../rotation/use-media.ts';
import { type PricesChoice, pricesPath } from './prices-address.ts';

/**
 * The id of the checkbox that shows the further choices on a phone, where they are hidden because they would push the
 * prices down. A checkbox needs no script.
 */
export const MORE_ID = 'more-choices';

interface DayPickerProps {
  choice: PricesChoice;
  date: Day | null;
  chooseDay: (date: Day) => void;
  chooseSearch: (search: string) => void;
  chooseView: (view: PricesView) => void;
  /** The share link, which is beside the list on screens of every width. */
  share: ReactNode;
  translator: Translator;
}

interface Draft {
  over: Day | null;
  text: string;
}

/**
 * The pause after which a typed date is used. A half-typed date can be valid too, such as one with the day `2` while
 * `20` is typed.
 */
const TYPING_REST_MS = 250;

/** The form for the day and the search. Without scripts it is a plain GET form. */
export function DayPicker(props: DayPickerProps) {
  const { choice, date, chooseDay, chooseSearch, chooseView, share, translator } = props;
  const { language, t } = translator;
  const takeDate = (typed: string) => {
    if (isDay(typed)) chooseDay(typed);
  };
  const dateField = useField(date ?? '', takeDate);
  const searchField = useField(choice.search, chooseSearch);
  const [draft, setDraft] = useState<Draft>();
  const written = draft && draft.over === date ? draft.text : (date ?? '');
  const isAlive = useIsAlive();
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
        {choice.view !== '' && <input type="hidden" name="view" value={choice.view} />}
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
        <label className="more-label" htmlFor={MORE_ID}>
          <MoreSign />
          <span className="unseen">{t('prices.more')}</span>
        </label>
        <ViewLink view="cards" choice={choice} chooseView={chooseView} translator={translator} />
        <ViewLink view="compact" choice={choice} chooseView={chooseView} translator={translator} />
        {share}
        <div className="field day">
          <label>
            <span className="unseen">{t('prices.date')}</span>
            <input
              ref={dateField}
              type="date"
              name="date"
              min="1900-01-01"
              defaultValue={date ?? ''}
              onChange={({ target }) => {
                clearTimeout(typing.current);
                setDraft({ over: date, text: target.value });
                typing.current = setTimeout(() => takeDate(target.value), TYPING_REST_MS);
              }}
            />
          </label>
          {isAlive && isDay(written) && (
            <span className="shown-day" aria-hidden="true">
              {formatShortDay(written, t)}
            </span>
          )}
        </div>
        <button type="submit">{t('prices.show')}</button>
      </form>
    </search>
  );
}

export function hrefOfDay(language: Language, choice: PricesChoice, date: Day): string {
  return inLanguage(language, pricesPath({ ...choice, date }));
}

interface ViewLinkProps {
  view: PricesView;
  choice: PricesChoice;
  chooseView: (view: PricesView) => void;
  translator: Translator;
}

/**
 * The link to one of the two views. The page contains both links, and the style sheet shows one of them, because only
 * the device knows which view it shows.
 */
function ViewLink({ view, choice, chooseView, translator: { language, t } }: ViewLinkProps) {
  const text = t(view === 'cards' ? 'prices.toCards' : 'prices.toCompact');
  return (
    <a
      className={`view-link to-${view}`}
      href={inLanguage(language, pricesPath({ ...choice, view }))}
      title={text}
      onClick={onPlainClick(() => chooseView(view))}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path fill="currentColor" d={view === 'cards' ? CARDS_SIGN : LIST_SIGN} />
      </svg>
      <span className="view-name">{text}</span>
    </a>
  );
}

const CARDS_SIGN = 'M3 3h8v8H3zm10 0h8v8h-8zM3 13h8v8H3zm10 0h8v8h-8z';
const LIST_SIGN = 'M3 4h18v3H3zm0 6.500h18v3H3zM3 17h18v3H3z';

function MoreSign() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path fill="currentColor" d="M2 4h20l-8 9v8l-4-3v-5z" />
    </svg>
  );
}

/**
 * Binds an input to a value that can also change elsewhere, for example through the browser's Back button or a link.
 * Text typed before hydration remains, as does half-typed text while the value does not change.
 */
function useField(value: string, take: (typed: string) => void): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  const last = useRef<string>(undefined);
  useEffect(() => {
    const typed = field.current?.value ?? value;
    const isEarly = last.current === undefined;
    const isFromElsewhere = last.current !== value;
    last.current = value;
    if (typed === value) return;
    if (isEarly) take(typed);
    else if (isFromElsewhere && field.current) field.current.value = value;
  }, [value, take]);
  return field;
}
