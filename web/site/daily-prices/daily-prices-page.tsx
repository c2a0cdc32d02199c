import type { Day } from '#billing/calendar.ts';
import { inLanguage } from '#contract/languages.ts';
import type { ClosedDay } from '#contract/market-days.ts';
import type { PageFrame } from '#contract/site.ts';
import { formatDay, formatShortDay } from '#web/i18n/format.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { onPlainClick } from '#web/ui/address/plain-click.ts';
import { useRowFocus } from '#web/ui/table/use-row-focus.ts';
import { ClosedReason } from '../closed-day.tsx';
import type { PageProps } from '../page-props.ts';
import { ShareMenu } from '../share/share-menu.tsx';
import { type ShareMessage, shareList, shareProduct } from '../share/share-text.ts';
import { DayHeading } from './day-heading.tsx';
import { DayPicker, hrefOfDay, MORE_ID } from './day-picker.tsx';
import { typesIn } from './filter-prices.ts';
import type { ShownDay } from './load-day.ts';
import { PriceList } from './price-list.tsx';
import { TypeFilter } from './type-filter.tsx';
import { type PricesState, usePrices } from './use-prices.ts';

export function DailyPricesPage({ data, frame, speech }: PageProps<'daily-prices'>) {
  const state = usePrices(data, frame, speech);
  const { choice, view, lastDay, chooseDay, chooseType, chooseSearch, chooseView } = state;
  const main = useRowFocus<HTMLElement>();
  const day = view.status === 'ready' ? view.day : undefined;
  const date = view.status === 'ready' ? view.day.date : view.date;
  const types = typesIn(lastDay.rows);
  return (
    <main ref={main} id="main" className="wrap daily" tabIndex={-1}>
      <DayHeading state={state} date={date} today={data.today} speech={speech} />
      {choice.date === null && data.unread !== undefined && (
        <p className="note" role="status">
          {speech.t('prices.unreadDay', { text: data.unread })}
        </p>
      )}
      {day && <DayNote day={day} today={data.today} state={state} speech={speech} />}
      <input type="checkbox" id={MORE_ID} className="unseen more" defaultChecked={data.type !== ''} />
      <DayPicker
        choice={choice}
        date={date}
        chooseDay={chooseDay}
        chooseSearch={chooseSearch}
        chooseView={chooseView}
        speech={speech}
      />
      {types.length > 0 && <TypeFilter types={types} choice={choice} chooseType={chooseType} speech={speech} />}
      <PriceList state={state} aliases={data.aliases} today={data.today} frame={frame} speech={speech} />
      <ShareMenu find={(subject) => findMessage(subject, day, { frame, speech })} speech={speech} />
      <p>
        <a href={inLanguage(speech.language, '/alerts')}>{speech.t('prices.alerts')}</a>
      </p>
    </main>
  );
}

function findMessage(
  subject: string,
  day: ShownDay | undefined,
  { frame, speech }: { frame: PageFrame; speech: Translator },
): ShareMessage | undefined {
  const origin = frame.publicUrl ?? location.origin;
  if (subject === 'list') return day?.date ? shareList(day.date, origin, speech) : undefined;
  const price = day?.rows.find(({ product }) => String(product.id) === subject);
  return price && shareProduct(price, origin, speech);
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
