import { useEffect, useRef, useState } from 'react';
import type { Answer } from '#contract/call.ts';
import type { prices } from '#contract/prices.ts';
import type { PricesPageData } from '#contract/site.ts';
import { fetchWithin } from '#web/fetch-within.ts';

/** This is the path of `prices.names`; the contract itself would add the validator to the download. */
const NAMES = '/api/prices/names';
const LIMITS = { answerMs: 10_000, silenceMs: 10_000 };

type OtherNames = PricesPageData['aliases'];

interface NamesState {
  names: OtherNames;
  /** While true, a search that finds nothing may still find something. */
  areLoading: boolean;
}

/**
 * Returns the names of the products in other languages and spellings. The page has them only if its address contains a
 * search; otherwise they are loaded with the first search, because most readers never search. Until they arrive, the search finds the
 * names on the page. If they do not arrive, the next letter asks for them again.
 */
export function useOtherNames({ drawn, aliases }: PricesPageData, search: string): NamesState {
  const [names, setNames] = useState<OtherNames | undefined>(drawn === undefined ? aliases : undefined);
  const [areLoading, setAreLoading] = useState(false);
  const isUnderWay = useRef(false);
  useEffect(() => {
    if (names !== undefined || search === '' || isUnderWay.current) return;
    isUnderWay.current = true;
    setAreLoading(true);
    const end = () => {
      isUnderWay.current = false;
      setAreLoading(false);
    };
    fetchNames()
      .then(setNames, (error: unknown) => console.warn('the other names did not load', error))
      .finally(end);
  }, [names, search]);
  return { names: names ?? NONE, areLoading };
}

const NONE: OtherNames = {};

async function fetchNames(): Promise<OtherNames> {
  const answer = await fetchWithin(LIMITS, NAMES);
  if (!answer.ok) throw new Error(`${NAMES} answered ${answer.status}`);
  const listed = (await answer.json()) as Answer<typeof prices.names>;
  return Object.fromEntries(listed.map(({ product_id, names }) => [product_id, names]));
}
