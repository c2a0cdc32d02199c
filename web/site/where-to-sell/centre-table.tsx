import { cents } from '#billing/money.ts';
import { formatMoment, formatShortDay } from '#contract/days.ts';
import { writeAmount, writeCount } from '#contract/figures.ts';
import { inLanguage } from '#contract/languages.ts';
import type { CentrePrice, ComparedProduct, WhereToSellPageData } from '#contract/where-to-sell.ts';
import { formatRange, formatRupees } from '#web/i18n/format.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { ageText, DifferenceText, unitText } from '../elsewhere/centre-words.tsx';
import { wayPath } from './way-path.ts';

interface CentreTableProps {
  data: WhereToSellPageData;
  product: ComparedProduct;
  translator: Translator;
}

/** One product at each centre: a card a centre on a phone, a row on a wide screen. */
export function CentreTable({ data, product, translator }: CentreTableProps) {
  const { language, t } = translator;
  const { rows, best, load, centsPerKm } = data;
  const there = rows.find(({ centreId }) => centreId === best?.centreId);
  return (
    <section aria-labelledby="centres">
      <h2 id="centres" className="unseen">
        {t('sell.centres')}
      </h2>
      {there && best ? (
        <p className="sell-best">
          {t(best.day === data.today ? 'sell.bestToday' : 'sell.bestYesterday', {
            centre: there.name[language],
            left: formatRupees(cents(there.leftCents ?? 0), t),
          })}
        </p>
      ) : (
        <p className="sell-best none">{t('sell.noBest')}</p>
      )}
      <p className="sell-way">
        {t('sell.computed', {
          load: writeCount(load),
          unit: t(`load.${product.unit}`),
          rate: formatRupees(cents(centsPerKm), t),
        })}
      </p>
      <ul className="centres">
        {rows.map((row) => (
          <CentreCard key={row.centreId} row={row} data={data} product={product} translator={translator} />
        ))}
      </ul>
    </section>
  );
}

function CentreCard({ row, data, product, translator }: CentreTableProps & { row: CentrePrice }) {
  const { language, t } = translator;
  const isHere = row.centreId === 0;
  const isBest = data.best?.centreId === row.centreId;
  return (
    <li className={isBest ? 'centre best' : 'centre'}>
      <h3>
        {row.name[language]}
        {isHere && <small>{t('sell.here')}</small>}
      </h3>
      <p className="centre-price">
        <b>
          {t('money.currency')} {formatRange(cents(row.minCents), cents(row.maxCents), t)}
        </b>{' '}
        <span className="unit">{unitText(row.unit, t)}</span>
      </p>
      <p className={row.age > 1 ? 'centre-age old' : 'centre-age'}>
        {ageText(row.age, t)} <span>({formatShortDay(row.date, t)})</span>
      </p>
      <dl>
        {!isHere && (
          <div>
            <dt>{t('sell.difference')}</dt>
            <dd>
              <DifferenceText row={row} translator={translator} />
            </dd>
          </div>
        )}
        <div>
          <dt>{t('sell.distance')}</dt>
          <dd>{row.distanceKm === null ? t('sell.unknownWay') : t('sell.km', { km: writeCount(row.distanceKm) })}</dd>
        </div>
        <div className="left">
          <dt>{t('sell.left')}</dt>
          <dd>{leftText(row, { data, product, translator })}</dd>
        </div>
      </dl>
      <CentreState row={row} translator={translator} />
      <p className="centre-source">
        {row.source !== '' && (
          <a href={isHere ? inLanguage(language, '/open-data') : row.source} rel="noopener noreferrer">
            {t('sell.source')}
          </a>
        )}{' '}
        {row.licence === null ? (
          <span>{t('sell.noLicence')}</span>
        ) : (
          <a href={row.licence} rel="license noopener noreferrer">
            {t('sell.licence')}
          </a>
        )}
        {!isHere && row.isComparable && (
          <>
            {' '}
            <a href={inLanguage(language, `${wayPath(product.id, data.asked, row.centreId)}#two-centres`)}>
              {t('sell.beside')}
            </a>
          </>
        )}
      </p>
    </li>
  );
}

function leftText(row: CentrePrice, { data: { load }, product, translator: { t } }: CentreTableProps): string {
  if (!row.isComparable) return t('sell.otherUnit');
  if (row.leftCents === null) return t('sell.enterWay');
  const whole = Math.abs(row.leftCents);
  const amount = `${row.leftCents < 0 ? '−' : ''}${t('money.currency')} ${writeAmount(cents(roundToRupee(whole)))}`;
  const each = Math.max(0, Math.round(row.leftCents / load));
  return t('sell.leftEach', { amount, each: formatRupees(cents(each), t), unit: t(`unit.${product.unit}`) });
}

function roundToRupee(amount: number): number {
  return Math.round(amount / 100) * 100;
}

/** What a reader should know before going there: closed today, or silent. */
function CentreState({ row, translator: { language, t } }: { row: CentrePrice; translator: Translator }) {
  return (
    <>
      {row.closedToday && (
        <p className="centre-closed">{t('elsewhere.closed', { reason: row.closedToday[language] })}</p>
      )}
      {!row.isAnswering && (
        <p className="centre-silent">
          {row.answeredAt === null
            ? t('elsewhere.neverAnswered')
            : t('elsewhere.silent', { time: formatMoment(row.answeredAt, t) })}
        </p>
      )}
    </>
  );
}
