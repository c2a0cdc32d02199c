import { inLanguage } from '#contract/languages.ts';
import type { Horizon, RangeScore } from '#contract/outlook.ts';
import type { HowRightPageData } from '#contract/site.ts';
import { formatCount } from '#web/i18n/format.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { nameOf } from '../product-name.tsx';

interface ScoreTableProps {
  horizon: Horizon;
  data: HowRightPageData;
  speech: Translator;
}

export function ScoreTable({ horizon, data: { product, rows, total }, speech: { language, t } }: ScoreTableProps) {
  const isOfProduct = product !== null;
  const cells = ({ ranges, held, missed }: RangeScore) => (
    <>
      <td>{formatCount(ranges)}</td>
      <td>{formatCount(held)}</td>
      <td className="share">
        <Bar held={held} missed={missed} />
      </td>
    </>
  );
  return (
    <table className="scores">
      <caption>{t(`outlook.${horizon}`)}</caption>
      <thead>
        <tr>
          <th scope="col">{t(isOfProduct ? 'outlook.year' : 'outlook.product')}</th>
          <th scope="col">{t('outlook.ranges')}</th>
          <th scope="col">{t('outlook.held')}</th>
          <th scope="col">{t('outlook.share')}</th>
        </tr>
      </thead>
      <tbody>
        <tr className="total">
          <th scope="row">{t(isOfProduct ? 'outlook.allYears' : 'outlook.allProducts')}</th>
          {cells(total[horizon])}
        </tr>
        {rows.map((row) => {
          const name = nameOf(row.product, language);
          return (
            <tr key={`${row.product.id} ${row.year}`}>
              <th scope="row">
                {isOfProduct ? (
                  row.year
                ) : (
                  <a
                    href={inLanguage(language, `/how-right?product=${row.product.id}`)}
                    lang={name.lang === language ? undefined : name.lang}
                  >
                    {name.text}
                  </a>
                )}
              </th>
              {cells(row.scores[horizon])}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const WIDTH = 100;
const AIM = 80;

function Bar({ held, missed }: Pick<RangeScore, 'held' | 'missed'>) {
  if (held + missed === 0) return '–';
  const percent = (WIDTH * held) / (held + missed);
  return (
    <>
      {`${percent.toFixed(1)}%`}
      <svg viewBox={`0 0 ${WIDTH} 8`} preserveAspectRatio="none" aria-hidden="true">
        <rect width={percent.toFixed(1)} height="8" />
        <path d={`M${AIM} 0v8`} />
      </svg>
    </>
  );
}
