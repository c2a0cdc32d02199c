import type { Day } from '#billing/calendar.ts';
import type { ClosedDay } from '#contract/market-days.ts';
import { formatDay, formatShortDay } from '#web/i18n/format.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { onPlainClick } from '#web/ui/address/plain-click.ts';
import { useRowFocus } from '#web/ui/table/use-row-focus.ts';
import { ClosedReason } from '../closed-day.tsx';
import type { PageProps } from '../page-props.ts';
import { DayHeading } from './day-heading.tsx';
import { DayPicker, hrefOfDay } from './day-picker.tsx';
import { typesIn } from './filter-prices.ts';
import type { ShownDay } from './load-day.ts';
import { PriceList } from './price-list.tsx';
import { TypeFilter } from './type-filter.tsx';
import { type PricesState, usePrices } from './use-prices.ts';

export function DailyPricesPage({ data, frame, speech }: PageProps<'daily-prices'>) {
  const state = usePrices(data, frame, speech);
  const { choice, view, lastDay, chooseDay, chooseType, chooseSearch } = state;
  const main = useRowFocus<HTMLElement>();
  const day = view.status === 'ready' ? view.day : undefined;
  const date = view.status === 'ready' ? view.day.date : view.date;
  const types = typesIn(lastDay.rows);
  return (
    <main ref={main} id="main" className="wrap daily" tabIndex={-1}>
      <DayHeading date={date} today={data.today} speech={speech} />
      {day && <DayNote day={day} today={data.today} state={state} speech={speech} />}
      <DayPicker
        choice={choice}
        date={date}
        previous={lastDay.previous}
        next={lastDay.next}
        chooseDay={chooseDay}
        chooseSearch={chooseSearch}
        speech={speech}
      />
      {types.length > 0 && <TypeFilter types={types} choice={choice} chooseType={chooseType} speech={speech} />}
      <PriceList state={state} aliases={data.aliases} today={data.today} speech={speech} />
    </main>
  );
}

interface DayNoteProps {
  day: ShownDay;
  today: Day;
  state: PricesState;
  speech: Translator;
}

function NotToday({ closed, today, speech }: { closed: ClosedDay; today: Day; speech: Translator }) {
  const { t } = speech;
  const text = t(closed ? 'closed.today' : 'prices.notToday', { today: formatShortDay(today, t) });
  if (!closed) return <p className="note">{text}</p>;
  return (
    <p className="note">
      <b>
        <ClosedReason closed={closed} date={today} speech={speech} />
      </b>
      <br />
      {text}
    </p>
  );
}

function DayNote({ day, today, state, speech }: DayNoteProps) {
  const { language, t } = speech;
  const { choice, chooseDay } = state;
  const { date, latest } = day;
  if (date === null || day.rows.length === 0) return null;
  if (choice.date === null && date !== today)
    return <NotToday closed={day.closedToday} today={today} speech={speech} />;
  if (latest === null || date >= latest) return null;
  return (
    <p className="note">
      <a href={hrefOfDay(language, choice, latest)} onClick={onPlainClick(() => chooseDay(latest))}>
        {t('prices.newerList', { date: formatDay(latest, t) })}
      </a>
    </p>
  );
}
