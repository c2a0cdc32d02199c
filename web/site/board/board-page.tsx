import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { dayOf, type Instant, timeOf } from '#billing/calendar.ts';
import { formatDay, formatDayMonth, formatMoment } from '#contract/days.ts';
import type { Language } from '#contract/languages.ts';
import type { BoardPageData, ShownComparison, ShownPrice } from '#contract/site.ts';
import { formatRange } from '#web/i18n/format.ts';
import type { Namespace, Translator } from '#web/i18n/translate.ts';
import { browserNow } from '#web/ui/format/browser-clock.ts';
import { QrCode } from '../../documents/qr-code.tsx';
import base from '../base.css?inline';
import { ClosedReason } from '../closed-day.tsx';
import { loadTexts } from '../load-texts.ts';
import { type PageProps, page } from '../page.ts';
import { ARROWS } from '../price-change.tsx';
import { nameOf } from '../product-name.tsx';
import { useMedia } from '../rotation/use-media.ts';
import boardStyles from './board.css?inline';
import { planSlides, readBoardChoice, slideAt } from './plan-slides.ts';
import { useBoard } from './use-board.ts';

const TEXTS: readonly Namespace[] = ['every-page', 'board'];

function useTranslators(own: Translator, wanted: readonly Language[]): Partial<Record<Language, Translator>> {
  const [loaded, setLoaded] = useState<Partial<Record<Language, Translator>>>({});
  const missing = wanted.filter((language) => language !== own.language && !loaded[language]).join();
  useEffect(() => {
    let isOver = false;
    for (const language of missing.split(',').filter(Boolean) as Language[])
      loadTexts(TEXTS, language).then(
        (translator) => !isOver && setLoaded((before) => ({ ...before, [language]: translator })),
        (error) => console.warn(`the texts in ${language} did not load`, error),
      );
    return () => {
      isOver = true;
    };
  }, [missing]);
  return { ...loaded, [own.language]: own };
}

export const boardPage = page({
  show: BoardPage,
  path: '/board',
  texts: ['board'],
  styles: [base, boardStyles],
  title: ({ t }) => t('board.title'),
  description: ({ centre, t }) => t('prices.description', { centre }),
  isBare: 'screen',
  isFixedLanguage: true,
  hydrated: true,
});

/** The maximum number of rows on a slide. Digits must be at least 1/18 as high as the screen (board.css). */
const ROWS = { landscape: 6, portrait: 6 };
const COLUMNS = { landscape: 3, portrait: 1 };
/** A fourth column fits where the screen has the width for names and prices at their full height. */
const WIDE = { query: '(orientation: landscape) and (min-width: 3000px)', columns: 4 };
const LOST_AFTER_MS = 10 * 60 * 1000;

export function BoardPage({ data: first, frame, translator }: PageProps<'board'>) {
  const { data, confirmedAt } = useBoard(first);
  const now = useSecond();
  useWakeLock();
  const shape = useMedia('(orientation: portrait)') ? 'portrait' : 'landscape';
  const choice = readBoardChoice(new URLSearchParams(now === undefined ? '' : location.search), frame.language);
  const translators = useTranslators(translator, choice.languages);
  const isWide = useMedia(WIDE.query);
  const columns = choice.columns ?? (isWide ? WIDE.columns : COLUMNS[shape]);
  const ready = choice.languages.filter((language) => translators[language]);
  const shown = ready.length > 0 ? ready : [frame.language];
  const slides = planSlides(data.rows, { ...choice, languages: shown }, columns * ROWS[shape]);
  const slide = (now === undefined ? undefined : slideAt(slides, choice.seconds, Date.parse(now))) ?? slides[0];
  if (!slide) return null;
  const spoken = translators[slide.language] ?? translator;
  const { t } = spoken;
  const lostSince = findLoss(confirmedAt, now);
  return (
    <main id="main" lang={slide.language} className={`board ${shape} columns-${columns}`}>
      <BoardHead
        data={data}
        now={now}
        market={frame.centre.name[slide.language]}
        publicUrl={frame.publicUrl}
        translator={spoken}
      />
      {lostSince && (
        <p className="board-lost" role="status">
          {t('board.lost', { moment: formatMoment(lostSince, t) })}
        </p>
      )}
      <ul className="board-rows">
        {slide.rows.map((price) => (
          <BoardRow
            key={price.product_id}
            price={price}
            trend={data.comparisons[price.product_id]?.trend}
            translator={spoken}
          />
        ))}
      </ul>
      {slide.rows.length === 0 && <p className="board-none">{t('board.none')}</p>}
      <footer className="board-foot">
        <BoardNews data={data} today={now === undefined ? data.today : dayOf(now)} translator={spoken} />
        {slide.parts > 1 && <span className="board-part">{`${slide.part} / ${slide.parts}`}</span>}
      </footer>
    </main>
  );
}

function findLoss(confirmedAt: Instant | undefined, now: Instant | undefined): Instant | undefined {
  if (confirmedAt === undefined || now === undefined) return undefined;
  return Date.parse(now) - Date.parse(confirmedAt) > LOST_AFTER_MS ? confirmedAt : undefined;
}

/** Narrows a text that is too wide for its place. The text is not cut off, and its height remains the same. */
function useFittedWidth<E extends HTMLElement>(): RefObject<E | null> {
  const text = useRef<E>(null);
  // The width is measured after each rendering, because the text, the columns and the screen change.
  useLayoutEffect(() => narrow(text.current));
  useEffect(() => {
    // The font of a language may load after its first text is shown, and be wider.
    const refit = () => narrow(text.current);
    document.fonts?.addEventListener('loadingdone', refit);
    return () => document.fonts?.removeEventListener('loadingdone', refit);
  }, []);
  return text;
}

function narrow(text: HTMLElement | null): void {
  const box = text?.parentElement;
  if (!box) return;
  const scale = Math.min(1, box.clientWidth / text.offsetWidth);
  text.style.transform = scale < 1 ? `scaleX(${scale})` : '';
}

interface BoardHeadProps {
  data: BoardPageData;
  now: Instant | undefined;
  market: string;
  publicUrl: string | null;
  translator: Translator;
}

/** The day of the prices is always shown; the clock only once scripts run. */
function BoardHead({ data, now, market, publicUrl, translator }: BoardHeadProps) {
  const { t } = translator;
  const name = useFittedWidth<HTMLParagraphElement>();
  const why = useFittedWidth<HTMLParagraphElement>();
  const today = now === undefined ? data.today : dayOf(now);
  const closed = today === data.today ? data.closedToday : null;
  return (
    <header className="board-head">
      <div className="board-day">
        <p className="board-market" ref={name}>
          {market}
        </p>
        <h1>{data.date === null ? t('nav.prices') : t('board.of', { date: formatDay(data.date, t) })}</h1>
        {data.date !== null && data.date !== today && (
          <p className="board-old" ref={why}>
            {closed ? (
              <>
                {`${t('closed.word')}: `}
                <ClosedReason closed={closed} date={today} translator={translator} />
              </>
            ) : (
              t('board.notToday', { today: formatDayMonth(today, t) })
            )}
          </p>
        )}
      </div>
      {publicUrl !== null && (
        <span className="board-code">
          <QrCode text={`${publicUrl}/home-dailyprice`} label={t('board.code', { host: new URL(publicUrl).host })} />
        </span>
      )}
      {now !== undefined && (
        <time className="board-clock" dateTime={now}>
          {timeOf(now).slice(0, 5)}
        </time>
      )}
    </header>
  );
}

interface BoardRowProps {
  price: ShownPrice;
  trend: ShownComparison['trend'] | undefined;
  translator: Translator;
}

function BoardRow({ price, trend, translator: { language, t } }: BoardRowProps) {
  const { text, lang } = nameOf(price.product, language);
  const name = useFittedWidth();
  const figure = useFittedWidth();
  return (
    <li>
      <span className="board-name" lang={lang} ref={name}>
        {text} <small lang={language}>{t(`unit.${price.product.unit}`)}</small>
      </span>
      <span className="board-price" ref={figure}>
        {(trend === 'up' || trend === 'down') && (
          <span className={`board-trend ${trend}`}>
            <span aria-hidden="true">{ARROWS[trend]}</span>
            <span className="unseen">{t(`change.${trend}`)}</span>
          </span>
        )}
        <b className="board-figure">{formatRange(price.minCents, price.maxCents, t)}</b>
      </span>
    </li>
  );
}

function BoardNews({ data, today, translator }: { data: BoardPageData; today: string; translator: Translator }) {
  const { language, t } = translator;
  const next = data.closings.find(({ date }) => date > today);
  const notice = data.notice?.[language] || data.notice?.en;
  return (
    <p className="board-news">
      {next && (
        <span>
          <b>{`${t('closed.word')}: `}</b>
          {`${formatDay(next.date, t)} · `}
          <ClosedReason closed={next.closed} date={next.date} translator={translator} />
        </span>
      )}
      {notice && <span>{notice}</span>}
    </p>
  );
}

/** Returns the time, updated each second. Undefined on the server and in the first render. */
function useSecond(): Instant | undefined {
  const [now, setNow] = useState<Instant>();
  useEffect(() => {
    setNow(browserNow());
    const timer = setInterval(() => setNow(browserNow()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/**
 * Prevents the screen from turning off, where the browser can. The browser releases the lock whenever the page is
 * hidden.
 */
function useWakeLock(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return undefined;
    let lock: WakeLockSentinel | undefined;
    const request = async () => {
      if (document.visibilityState !== 'visible') return;
      lock = await navigator.wakeLock.request('screen').catch((error: unknown) => {
        console.warn('the screen may turn off', error);
        return undefined;
      });
    };
    void request();
    document.addEventListener('visibilitychange', request);
    return () => {
      document.removeEventListener('visibilitychange', request);
      void lock?.release();
    };
  }, []);
}
