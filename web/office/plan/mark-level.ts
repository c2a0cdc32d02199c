import { type Day, dayNumber } from '#billing/calendar.ts';
import type { MarkedShop } from '#contract/plan.ts';
import type { PlanQuestion } from '#contract/words.ts';
import type { MarkLevel } from '#web/ui/plan/plan-drawing.tsx';

/** The numbers of days from which a mark is of the second and of the third level. */
const STEPS: Record<Exclude<PlanQuestion, 'ending'>, readonly [second: number, third: number]> = {
  owes: [30, 90],
  vacant: [30, 90],
  unprinted: [3, 14],
  claims: [3, 14],
  unseen: [30, 90],
};
const ENDING_SOON = 30;

/** Returns the level of a marked shop: the longer ago, or the sooner an agreement ends, the higher. */
export function levelOf(question: PlanQuestion, { day }: Pick<MarkedShop, 'day'>, today: Day): MarkLevel {
  if (day === null) return 3;
  const days = dayNumber(today) - dayNumber(day);
  if (question === 'ending') {
    if (days > 0) return 3;
    return -days <= ENDING_SOON ? 2 : 1;
  }
  const [second, third] = STEPS[question];
  if (days >= third) return 3;
  return days >= second ? 2 : 1;
}
