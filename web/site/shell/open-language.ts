import type { Language } from '#contract/languages.ts';

export interface Visit {
  shown: Language;
  stored: string | null;
  /** The languages of the device, the most preferred first. */
  preferred: readonly string[];
  isStart: boolean;
  hasChosenEnglish: boolean;
}

/**
 * Returns the language to switch to, or undefined to stay. An address with a language prefix keeps its language,
 * because it may be a shared link, unless the address has the fragment `#start`. It has that fragment when the
 * page is opened from the home screen, or when the server chose the language. The source of this function is part of
 * the page, so it may use nothing outside itself.
 */
export function languageToOpen({ shown, stored, preferred, isStart, hasChosenEnglish }: Visit): Language | undefined {
  const known = (name: string | null) => (['en', 'si', 'ta'] as const).find((one) => one === name);
  if (hasChosenEnglish || (shown !== 'en' && !isStart)) return undefined;
  const [phones] = preferred.flatMap((name) => known(name.toLowerCase().split('-')[0] ?? '') ?? []);
  const wanted = known(stored) ?? (shown === 'en' ? phones : undefined);
  return wanted === shown ? undefined : wanted;
}

function openInLanguage(choose: typeof languageToOpen): void {
  const KEY = 'language';
  const NAMED = /[?&]lang=en(?=&|$)/;
  const prefix = /^\/(si|ta)(?=\/|$)/;
  const { documentElement: root, referrer } = document;
  const { origin, pathname, search, hash } = location;
  const store = (language: string) => {
    try {
      localStorage.setItem(KEY, language);
    } catch {}
  };
  const storeChosen = ({ target }: Event) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('.languages a');
    if (link) store(link.hreflang);
  };
  addEventListener('click', storeChosen);
  addEventListener('auxclick', storeChosen);

  let stored: string | null;
  try {
    stored = localStorage.getItem(KEY);
  } catch {
    return;
  }
  const isStart = hash === '#start';
  const rest = search.replace(NAMED, '').replace(/^&/, '?');
  const anchor = isStart ? '' : hash;
  if (isStart || rest !== search) history.replaceState(null, '', pathname + rest + anchor);
  const isFromOther = referrer.startsWith(`${origin}/`) && prefix.test(new URL(referrer).pathname);
  const hasChosenEnglish = rest !== search || isFromOther;
  const shown = root.lang as Language;
  const language = choose({ shown, stored, preferred: navigator.languages, isStart, hasChosenEnglish });
  if (language === undefined) {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (shown === 'en' && hasChosenEnglish && entry?.type === 'navigate') store('en');
    return;
  }
  const path = pathname.replace(prefix, '') || '/';
  const named = language === 'en' && path === '/' ? `${rest === '' ? '?' : '&'}lang=en` : '';
  const address = (language === 'en' ? path : `/${language}${path}`) + rest + named + anchor;
  // The page /offline is marked as a copy without a time.
  if (!root.dataset.kept) location.replace(address);
  // Without a connection a stored page in another language is better than none.
  else caches.match(address).then((kept) => kept && location.replace(address));
}

export const OPEN_LANGUAGE_SCRIPT = `(${openInLanguage})(${languageToOpen})`;
