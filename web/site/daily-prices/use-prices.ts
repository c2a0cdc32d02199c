import { useEffect, useRef, useState } from 'react';
import type { Day } from '#billing/calendar.ts';
import { inLanguage } from '#contract/languages.ts';
import type { PageFrame, PricesPageData } from '#contract/site.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { pageTitle } from '../page-title.ts';
import { pointLanguagesAt } from '../shell/point-languages.ts';
import { loadDay, type ShownDay } from './load-day.ts';
import { choiceOf, type PricesChoice, pricesPath } from './prices-address.ts';

/** Where the page stands with the day the reader chose. The figures of another day are never among it. */
export type DayView =
  | { status: 'ready'; day: ShownDay }
  | { status: 'loading'; date: Day | null }
  | { status: 'failed'; date: Day | null };

export interface PricesState {
  choice: PricesChoice;
  view: DayView;
  /** The day that was loaded last: its neighbours and types stay in reach while another is on its way. */
  lastDay: ShownDay;
  chooseDay: (date: Day | null) => void;
  chooseType: (type: string) => void;
  chooseSearch: (search: string) => void;
  /** All types again, and nothing searched. */
  clearFilter: () => void;
  retry: () => void;
}

/** How long typing must rest before the address follows it: some browsers allow 100 changes in half a minute. */
const ADDRESS_REST_MS = 300;

/** The reader's choice, the day that belongs to it, and the address that says both; Back and Forward work. */
export function usePrices(data: PricesPageData, frame: PageFrame, speech: Translator): PricesState {
  const [choice, now, choose] = useChoice(data);
  const { view, lastDay, show } = useDay(data);
  const goTo = (next: PricesChoice) => {
    choose(next);
    const path = inLanguage(frame.language, pricesPath(next));
    if (path !== location.pathname + location.search) history.pushState(null, '', path);
  };

  useAddress(choice, frame);
  useBack((next) => {
    const isSameDay = next.date === now.current.date;
    choose(next);
    if (!isSameDay) show(next.date);
  });
  const shownDate = view.status === 'ready' ? view.day.date : view.date;
  useEffect(() => {
    document.title = pageTitle('daily-prices', { ...data, date: shownDate }, frame, speech);
  }, [data, shownDate, frame, speech]);

  return {
    choice,
    view,
    lastDay,
    chooseDay: (date) => {
      if (date === now.current.date) return;
      goTo({ ...now.current, date });
      show(date);
    },
    chooseType: (type) => goTo({ ...now.current, type }),
    chooseSearch: (search) => choose({ ...now.current, search }),
    clearFilter: () => goTo({ ...now.current, type: '', search: '' }),
    retry: () => show(now.current.date),
  };
}

/** The choice as it is drawn, as it is at this moment (for acts that come late, out of a timer), and how it changes. */
function useChoice(data: PricesPageData) {
  const [choice, setChoice] = useState<PricesChoice>(() => ({
    date: data.isAsked ? data.date : null,
    type: data.type,
    search: data.search,
  }));
  const now = useRef(choice);
  const choose = (next: PricesChoice) => {
    now.current = next;
    setChoice(next);
  };
  return [choice, now, choose] as const;
}

/** The day on the page. Another one that is asked for takes the place of one that is still on its way. */
function useDay(data: PricesPageData) {
  const [view, setView] = useState<DayView>({ status: 'ready', day: data });
  const [lastDay, setLastDay] = useState<ShownDay>(data);
  const underWay = useRef<AbortController>(undefined);
  const show = (date: Day | null) => {
    underWay.current?.abort();
    const request = new AbortController();
    underWay.current = request;
    setView({ status: 'loading', date });
    loadDay(date, data.today, request.signal).then(
      (day) => {
        if (request.signal.aborted) return;
        setView({ status: 'ready', day });
        setLastDay(day);
      },
      () => {
        if (!request.signal.aborted) setView({ status: 'failed', date });
      },
    );
  };
  return { view, lastDay, show };
}

/** Keeps the address, and the links to the other languages, at what the reader chose. */
function useAddress(choice: PricesChoice, { language }: PageFrame): void {
  useEffect(() => {
    const path = pricesPath(choice);
    const timer = setTimeout(() => {
      if (inLanguage(language, path) !== location.pathname + location.search)
        history.replaceState(null, '', inLanguage(language, path));
      pointLanguagesAt(path);
    }, ADDRESS_REST_MS);
    return () => clearTimeout(timer);
  }, [choice, language]);
}

/** Tells the choice of the address that Back or Forward went to. */
function useBack(go: (choice: PricesChoice) => void): void {
  const latest = useRef(go);
  useEffect(() => {
    latest.current = go;
  });
  useEffect(() => {
    const onBack = () => latest.current(choiceOf(new URLSearchParams(location.search)));
    addEventListener('popstate', onBack);
    return () => removeEventListener('popstate', onBack);
  }, []);
}
