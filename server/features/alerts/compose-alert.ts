import { toRupees } from '#billing/money.ts';
import { writeDay, writeFigure } from '#contract/figures.ts';
import { inLanguage, type Language, nameInLanguage } from '#contract/languages.ts';
import type { MessageValues } from '#contract/messages/format-message.ts';
import { type ApiMessageKey, message } from '#contract/messages/message.ts';
import type { ProductRow } from '../products/queries.ts';
import { type AlertFigure, type AlertPrice, figuresIn } from './compare-prices.ts';
import type { OutgoingAlertRow, SubscriptionRow } from './queries.ts';

export interface AlertText {
  subject: string;
  lines: string[];
  path: string;
}

type Names = ReadonlyMap<number, Pick<ProductRow, 'name' | 'name_si' | 'name_ta' | 'unit'>>;
type Wish = Pick<SubscriptionRow, 'kind' | 'products' | 'limit_cents' | 'language'>;

export function composeReport(row: OutgoingAlertRow, names: Names): AlertText {
  const { language, day, kind } = row;
  if (day === '') throw new Error(`message ${row.id} is not about a list`);
  const figures = figuresIn(row);
  const isCorrection = row.occasion.startsWith('correction');
  const values = { ...wishValues(row, names), day: writeDay(day, language) };
  const write = (key: ApiMessageKey) => message(key, values, language);
  return {
    subject: write(isCorrection ? 'alerts.report.correction' : `alerts.report.${kind}`),
    lines: figures.map((figure) => writeAlertFigure(figure, { names, language })),
    path: inLanguage(
      language,
      figures.length === 1 ? `/product/${figures[0]?.id}/chart` : `/home-dailyprice?date=${day}`,
    ),
  };
}

export function describeWish(wish: Wish, names: Names): string {
  return message(`alerts.wish.${wish.kind}`, wishValues(wish, names), wish.language);
}

function wishValues({ products, limit_cents, language }: Wish, names: Names): MessageValues {
  const ids = JSON.parse(products) as number[];
  return {
    products: ids.map((id) => nameOf(id, names, language)).join(', '),
    limit: limit_cents === null ? '' : writeFigure(toRupees(limit_cents)),
  };
}

function nameOf(id: number, names: Names, language: Language): string {
  const product = names.get(id);
  return product ? nameInLanguage(product, language) : String(id);
}

function writeAlertFigure(
  { id, pair, was }: AlertFigure,
  { names, language }: { names: Names; language: Language },
): string {
  const write = (key: ApiMessageKey, values: MessageValues) => message(key, values, language);
  const product = nameOf(id, names, language);
  const unit = write(`alerts.unit.${names.get(id)?.unit ?? 'kg'}`, {});
  const values = { product, unit, ...(pair && spanOf(pair)) };
  const figure = write(`alerts.figure.${pair ? (pair.min === pair.max ? 'one' : 'range') : 'none'}`, values);
  if (!was) return figure;
  return write('alerts.figure.corrected', { figure, was: write('alerts.figure.span', spanOf(was)) });
}

function spanOf({ min, max }: AlertPrice) {
  return { min: writeFigure(toRupees(min)), max: writeFigure(toRupees(max)) };
}
