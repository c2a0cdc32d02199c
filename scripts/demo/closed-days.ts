/**
 * The days on which the demo market publishes no price list: every full-moon (Poya) day, the new year of 13 to 15
 * April, and two to four other days a year. Sundays and Christmas are ordinary days: the real lists of 2022 and 2023
 * have them.
 */
import { addDays, type Day, day, dayNumber, monthOf } from '#billing/calendar.ts';
import { type MarketDay, poyaReason } from '#contract/market-days.ts';
import { findPoyaDays } from '#server/features/market-days/find-poya-days.ts';
import { randomFrom } from './random.ts';

/** What the market calendar says of a closed day. */
type Closing = Pick<MarketDay, 'kind' | 'reason' | 'reason_si' | 'reason_ta'>;

export interface ClosedDay extends Closing {
  readonly day: Day;
}

const NEW_YEAR: readonly (readonly [monthAndDay: string, closing: Closing])[] = [
  [
    '04-13',
    holiday(
      'Eve of the Sinhala and Tamil New Year',
      'සිංහල සහ දෙමළ අලුත් අවුරුදු දිනට පෙර දිනය',
      'சிங்கள, தமிழ்ப் புத்தாண்டுக்கு முந்தைய நாள்',
    ),
  ],
  ['04-14', holiday('Sinhala and Tamil New Year', 'සිංහල සහ දෙමළ අලුත් අවුරුද්ද', 'சிங்கள, தமிழ்ப் புத்தாண்டு')],
  ['04-15', holiday('New Year holiday', 'අලුත් අවුරුදු නිවාඩුව', 'புத்தாண்டு விடுமுறை')],
];
const FLOOD_MONTHS = ['05', '06', '10', '11', '12'];
const FLOODS: readonly Closing[] = [
  closed('Roads flooded, no lorries came', 'මාර්ග ජලයෙන් යට වී ලොරි පැමිණියේ නැත', 'வீதிகள் வெள்ளத்தில் மூழ்கியதால் லொறிகள் வரவில்லை'),
  closed('Landslides on the hill roads', 'කඳුකර මාර්ගවල නායයෑම්', 'மலைப்பாதைகளில் மண்சரிவு'),
];
const OTHERS: readonly Closing[] = [
  closed('Lorry strike', 'ලොරි වර්ජනය', 'லொறி வேலைநிறுத்தம்'),
  closed('Market grounds cleaned', 'වෙළඳපොළ භූමිය පිරිසිදු කිරීම', 'சந்தை வளாகத் துப்புரவு'),
  closed('Power cut at the market office', 'වෙළඳපොළ කාර්යාලයේ විදුලිය විසන්ධි වීම', 'சந்தை அலுவலகத்தில் மின்தடை'),
  closed('Meeting of all traders', 'සියලු වෙළෙන්දන්ගේ රැස්වීම', 'அனைத்து வியாபாரிகளின் கூட்டம்'),
];

/** Every closed day from `from` to `to`, both included, in order, each once and with its reason in three languages. */
export function closedDays(from: Day, to: Day): ClosedDay[] {
  const found = new Map<Day, ClosedDay>();
  for (const candidate of candidates(from, to)) {
    if (candidate.day >= from && candidate.day <= to && !found.has(candidate.day)) found.set(candidate.day, candidate);
  }
  return [...found.values()].toSorted((one, other) => dayNumber(one.day) - dayNumber(other.day));
}

function* candidates(from: Day, to: Day): Generator<ClosedDay> {
  for (const poya of findPoyaDays(from, to)) yield { day: poya, kind: 'poya', ...poyaReason };
  for (let year = Number(from.slice(0, 4)); year <= Number(to.slice(0, 4)); year++) {
    for (const [monthAndDay, closing] of NEW_YEAR) yield { day: day(`${year}-${monthAndDay}`), ...closing };
    yield* scatteredDays(year);
  }
}

/** Two to four days a year on which something else kept the market from its list; the same in every demo. */
function* scatteredDays(year: number): Generator<ClosedDay> {
  const random = randomFrom('closed days', year);
  const count = 2 + Math.floor(random.uniform() * 3);
  for (let i = 0; i < count; i++) {
    const date = addDays(day(`${year}-01-01`), Math.floor(random.uniform() * 365));
    const isWet = FLOOD_MONTHS.includes(monthOf(date).slice(5));
    const reasons = isWet ? [...FLOODS, ...OTHERS] : OTHERS;
    yield { day: date, ...(reasons[Math.floor(random.uniform() * reasons.length)] ?? closed('Closed', '', '')) };
  }
}

function holiday(reason: string, reason_si: string, reason_ta: string): Closing {
  return { kind: 'holiday', reason, reason_si, reason_ta };
}

function closed(reason: string, reason_si: string, reason_ta: string): Closing {
  return { kind: 'closed', reason, reason_si, reason_ta };
}
