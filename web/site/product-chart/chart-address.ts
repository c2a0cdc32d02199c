import { CHART_GROUPS, CHART_RANGES, type ChartGroup, type ChartRange } from '#web/ui/chart/chart-range.ts';

/** The address carries the choice, so that the page works without scripts. */
export interface ChartChoice {
  range: ChartRange;
  group: ChartGroup;
  /** The table shows all rows. */
  isWhole: boolean;
}

const USUAL: ChartChoice = { range: '1M', group: 'daily', isWhole: false };

export function chartChoiceOf(path: string): ChartChoice {
  const query = new URLSearchParams(path.split('?')[1]);
  return {
    range: CHART_RANGES.find((range) => range === query.get('range')) ?? USUAL.range,
    group: CHART_GROUPS.find((group) => group === query.get('group')) ?? USUAL.group,
    isWhole: query.get('rows') === 'all',
  };
}

export function chartPath(productId: number, { range, group, isWhole }: ChartChoice): string {
  const query = new URLSearchParams();
  if (range !== USUAL.range) query.set('range', range);
  if (group !== USUAL.group) query.set('group', group);
  if (isWhole) query.set('rows', 'all');
  const path = `/product/${productId}/chart`;
  return query.size === 0 ? path : `${path}?${query}`;
}
