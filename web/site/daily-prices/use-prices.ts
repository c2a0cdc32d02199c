import { useEffect, useRef, useState } from 'react';
import type { Day } from '#billing/calendar.ts';
import { formatDay } from '#contract/days.ts';
import { inLanguage } from '#contract/languages.ts';
import type { PricesPageData, PricesView, ShortFrame } from '#contract/site.ts';
import { formatTitle } from '#web/i18n/format.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { pointLanguagesAt } from '../shell/point-languages.ts';
import { VIEW_KEY } from './early-choice.ts';
import { loadDay, type ShownDay } from './load-day.ts';
import { choiceOf, type PricesChoice, pricesPath } from './prices-address.ts';

/** The state of the chosen day. It never contains prices of another day. */
export type DayView =
  | { status: 'ready'; day: ShownDay }
  | { status: 'loading'; date: Day | null }
  | { status: 'failed'; date: Day | null };

export interface PricesState {
  choice: PricesChoice;
  view: DayView;
  lastDay: ShownDay;
  chooseDay: (date: Day | null) => void;
  chooseType: (type: string) => void;
  chooseSearch: (search: string) => void;
  chooseView: (view: PricesView) => void;
  clearFilter: () => void;
  retry: () => void;
}

/** The pause between address changes, because some browsers allow only 100 in 30 seconds. */
const ADDRESS_REST_MS = 300;

export function usePrices(data: PricesPageData, frame: ShortFrame, translator: Translator): PricesState {
  const [choice, now, choose] = useChoice(data);
  const { view, lastDay, show } = useDay(data);
  const goTo = (next: PricesChoice) => {
    choose(next);
    const path = inLanguage(frame.language, pricesPath(next));
    if (path !== location.pathname + location.search) history.pushState(null, '', path);
  };

  useAddress(choice, frame);
  useEffect(() => {
    if (choice.view !== '') document.documentElement.dataset.view = choice.view;
  }, [choice.view]);
  useBack((next) => {
    const isSameDay = next.date === now.current.date;
    choose(next);
    if (!isSameDay) show(next.date);
  });
  const shownDate = view.status === 'ready' ? view.day.date : view.date;
  useEffect(() => {
    document.title = formatTitle(pricesTitle(shownDate, translator.t), frame.centre.name[frame.language]);
  }, [shownDate, frame, translator]);

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
    chooseView: (view) => {
      saveView(view);
      choose({ ...now.current, view: '' });
    },
    clearFilter: () => goTo({ ...now.current, type: '', search: '' }),
    retry: () => show(now.current.date),
  };
}

export function pricesTitle(date: Day | null, t: Translator['t']): string {
  return date === null ? t('nav.prices') : t('prices.of', { date: formatDay(date, t) });
}

function useChoice(data: PricesPageData) {
  const [choice, setChoice] = useState<PricesChoice>(() => ({
    date: data.isAsked ? data.date : null,
    type: data.type,
    search: data.search,
    view: data.view,
  }));
  const now = useRef(choice);
  const choose = (next: PricesChoice) => {
    now.current = next;
    setChoice(next);
  };
  return [choice, now, choose] as const;
}

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

function useAddress(choice: PricesChoice, { language }: ShortFrame): void {
  useEffect(() => {
    const path = pricesPath(choice);
    const write = () => {
      if (inLanguage(language, path) !== location.pathname + location.search)
        history.replaceState(null, '', inLanguage(language, path));
      pointLanguagesAt(path);
    };
    const timer = setTimeout(write, ADDRESS_REST_MS);
    // A tap on a product leaves the page immediately, so the address is changed first. The browser's Back button then
    // restores what was typed.
    document.addEventListener('click', write, { capture: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener('click', write, { capture: true });
    };
  }, [choice, language]);
}

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

function saveView(view: PricesView): void {
  document.documentElement.dataset.view = view;
  try {
    localStorage.setItem(VIEW_KEY, view);
  } catch (error) {
    console.warn('the view is not remembered', error);
  }
}
