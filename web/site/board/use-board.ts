import { useEffect, useState } from 'react';
import { type Instant, isInstant } from '#billing/calendar.ts';
import type { BoardPageData } from '#contract/site.ts';
import { fetchWithin } from '#web/fetch-within.ts';
import { browserNow } from '#web/ui/format/browser-clock.ts';
import { LATER_ID } from '../shell/later-id.ts';

const READ_EVERY_MS = 10_000;
const READ_LIMITS = { answerMs: 8000, silenceMs: 8000 };

export interface BoardState {
  data: BoardPageData;
  /** The instant at which the server last confirmed the list; undefined in the first render. */
  confirmedAt: Instant | undefined;
}

/**
 * Loads the board's page repeatedly. The server answers from its cache, mostly with a 304. After a new build, the board
 * reloads.
 */
export function useBoard(first: BoardPageData): BoardState {
  const [state, setState] = useState<BoardState>({ data: first, confirmedAt: undefined });
  useEffect(() => {
    const { kept } = document.documentElement.dataset;
    let shown = propsOf(document);
    setState((before) => ({ ...before, confirmedAt: kept !== undefined && isInstant(kept) ? kept : browserNow() }));
    let isOver = false;
    let timer: ReturnType<typeof setTimeout>;
    const read = async () => {
      const page = await readPage();
      if (isOver) return;
      if (page?.isNewBuild) location.reload();
      if (page && page.props !== shown) {
        shown = page.props;
        storeCopy();
      }
      if (page) setState(({ data }) => ({ data: page.data ?? data, confirmedAt: page.confirmedAt }));
      timer = setTimeout(read, READ_EVERY_MS);
    };
    timer = setTimeout(read, READ_EVERY_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, []);
  return state;
}

interface ReadPage {
  props: string;
  data: BoardPageData | undefined;
  confirmedAt: Instant;
  isNewBuild: boolean;
}

async function readPage(): Promise<ReadPage | undefined> {
  try {
    const answer = await fetchWithin(READ_LIMITS, location.href, { cache: 'no-cache' });
    if (!answer.ok) return undefined;
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const props = propsOf(page);
    if (props === '') return undefined;
    const confirmed = answer.headers.get('x-data-confirmed') ?? '';
    return {
      props,
      data: JSON.parse(props).data,
      confirmedAt: isInstant(confirmed) ? confirmed : browserNow(),
      isNewBuild: scriptOf(page) !== scriptOf(document),
    };
  } catch {
    return undefined;
  }
}

function propsOf(page: Document): string {
  return page.getElementById('page-props')?.textContent ?? '';
}

/** Returns the address of the program of a page, which is in a template until the program begins. */
function scriptOf(page: Document): string | null | undefined {
  const later = page.getElementById(LATER_ID);
  const place = later instanceof HTMLTemplateElement ? later.content : page;
  return place.querySelector('script[type=module]')?.getAttribute('src');
}

/** Stores the page, so that a board that starts without a network shows the newest list it had. */
function storeCopy(): void {
  navigator.serviceWorker?.controller?.postMessage([location.href]);
}
