import { foldText } from '#contract/fold-text.ts';

export type PriceColumn = 'date' | 'item' | 'min_price' | 'max_price';
export type ColumnPlaces = Record<Exclude<PriceColumn, 'date'>, number> & { date: number | undefined };

const HEADINGS: Record<PriceColumn, readonly string[]> = {
  date: ['date', 'day', 'දිනය', 'දිනේ', 'திகதி', 'தேதி', 'நாள்'],
  item: [
    ...['item', 'product', 'commodity', 'vegetable', 'vegetables', 'produce', 'crop', 'goods', 'name', 'code'],
    ...['අයිතමය', 'නිෂ්පාදනය', 'භාණ්ඩය', 'එළවළු', 'එළවළුව', 'එළවලු', 'බෝගය', 'නම', 'කේතය'],
    ...['பொருள்', 'பொருட்கள்', 'உற்பத்தி', 'மரக்கறி', 'காய்கறி', 'பயிர்', 'பெயர்', 'குறியீடு'],
  ],
  min_price: [
    ...['min', 'minimum', 'lowest', 'low', 'from', 'අවම', 'අඩුම', 'අඩු'],
    ...['குறைந்தபட்ச', 'குறைந்தபட்சம்', 'ஆகக்குறைந்த', 'குறைந்த', 'இழிவு', 'மிகக்குறைந்த'],
  ],
  max_price: [
    ...['max', 'maximum', 'highest', 'high', 'to', 'උපරිම', 'වැඩිම', 'වැඩි'],
    ...['அதிகபட்ச', 'அதிகபட்சம்', 'ஆகக்கூடிய', 'கூடிய', 'அதிக', 'உச்ச', 'மிகக்கூடிய'],
  ],
};

/** Words beside the heading: `Min. price (Rs/kg)` is `min`. */
const BESIDE = new Set(
  ['price', 'prices', 'value', 'rate', 'rs', 'lkr', 'kg', 'per', 'මිල', 'රු', 'விலை', 'ரூ'].map(foldText),
);

export function findColumns(titles: readonly string[]): ColumnPlaces | { wrong: PriceColumn[] } {
  const folded = titles.map(foldHeading);
  const place = (column: PriceColumn): number | 'twice' | undefined => {
    const heading = HEADINGS[column].map(foldText).find((one) => folded.includes(one));
    if (heading === undefined) return undefined;
    return folded.indexOf(heading) === folded.lastIndexOf(heading) ? folded.indexOf(heading) : 'twice';
  };
  const [date, item, min_price, max_price] = [place('date'), place('item'), place('min_price'), place('max_price')];
  if (date !== 'twice' && typeof item === 'number' && typeof min_price === 'number' && typeof max_price === 'number') {
    return { date, item, min_price, max_price };
  }
  const wrong = Object.entries({ item, min_price, max_price }).flatMap(([column, at]) =>
    typeof at === 'number' ? [] : [column as PriceColumn],
  );
  return { wrong: date === undefined || date === 'twice' ? ['date', ...wrong] : wrong };
}

function foldHeading(title: string): string {
  const words = foldText(title.replaceAll(/\([^)]*\)/g, ' ').replaceAll(/[^\p{L}\p{M}\s]/gu, ' ')).split(' ');
  const own = words.filter((word) => !BESIDE.has(word));
  return (own.length > 1 && own.at(-1) === 'name' ? own.slice(0, -1) : own).join(' ');
}
