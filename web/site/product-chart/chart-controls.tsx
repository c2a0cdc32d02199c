import { inLanguage } from '#contract/languages.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { CHART_GROUPS, CHART_RANGES } from '#web/ui/chart/chart-range.ts';
import { type ChartChoice, chartPath } from './chart-address.ts';

interface ChartControlsProps {
  productId: number;
  choice: ChartChoice;
  choose: (choice: ChartChoice) => void;
  isAlive: boolean;
  speech: Translator;
}

export function ChartControls({ productId, choice, choose, isAlive, speech: { language, t } }: ChartControlsProps) {
  const option = (next: ChartChoice, isChosen: boolean, { text, explained }: { text: string; explained?: string }) => {
    const key = `${next.range} ${next.group}`;
    if (isAlive)
      return (
        <button key={key} type="button" aria-pressed={isChosen} title={explained} onClick={() => choose(next)}>
          {text}
        </button>
      );
    const href = inLanguage(language, chartPath(productId, next));
    return (
      <a key={key} href={href} aria-current={isChosen ? 'true' : undefined} title={explained}>
        {text}
      </a>
    );
  };
  return (
    <div className="chart-controls">
      <fieldset className="options">
        <legend>{t('chart.range')}</legend>
        {CHART_RANGES.map((range) => {
          const text = t(`chart.range.${range}`);
          return option({ ...choice, range }, range === choice.range, {
            text,
            explained: t(`chart.rangeName.${range}`),
          });
        })}
      </fieldset>
      <fieldset className="options">
        <legend>{t('chart.group')}</legend>
        {CHART_GROUPS.map((group) => {
          const text = t(`chart.group.${group}`);
          return option({ ...choice, group }, group === choice.group, { text });
        })}
      </fieldset>
    </div>
  );
}
