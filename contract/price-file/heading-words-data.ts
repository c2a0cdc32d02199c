export const HEADINGS = {
  date: ['date', 'day', 'timestamp', 'දිනය', 'දිනේ', 'දින', 'දවස', 'திகதி', 'தேதி', 'நாள்'],
  item: [
    ...['item', 'product', 'commodity', 'vegetable', 'vegetables', 'produce', 'crop', 'goods', 'name', 'code'],
    ...['අයිතමය', 'නිෂ්පාදනය', 'භාණ්ඩය', 'එළවළු', 'එළවළුව', 'එළවලු', 'බෝගය', 'නම', 'කේතය'],
    ...['பொருள்', 'பொருட்கள்', 'உற்பத்தி', 'மரக்கறி', 'காய்கறி', 'பயிர்', 'பெயர்', 'குறியீடு'],
  ],
  unit: ['unit', 'units', 'uom', 'per', 'measure', 'unit of measure', 'ඒකකය', 'ඒකක', 'அலகு', 'அலகுகள்'],
  min: [
    ...['min', 'minimum', 'lowest', 'low', 'from', 'අවම', 'අඩුම', 'අඩු'],
    ...['குறைந்தபட்ச', 'குறைந்தபட்சம்', 'ஆகக்குறைந்த', 'குறைந்த', 'இழிவு', 'மிகக்குறைந்த'],
  ],
  max: [
    ...['max', 'maximum', 'highest', 'high', 'to', 'උපරිම', 'වැඩිම', 'වැඩි'],
    ...['அதிகபட்ச', 'அதிகபட்சம்', 'ஆகக்கூடிய', 'கூடிய', 'அதிக', 'உச்ச', 'மிகக்கூடிய'],
  ],
} as const;

export const PRICE_NOISE = [
  ...[
    'price',
    'prices',
    'value',
    'rate',
    'rates',
    'rs',
    'lkr',
    'slr',
    'rupee',
    'rupees',
    'per',
    'in',
    'the',
    'of',
    'a',
  ],
  ...['මිල', 'මිල ගණන්', 'රු', 'රුපියල්', 'விலை', 'ரூ', 'ரூபா', 'ஒரு', 'එකක', 'එකකට'],
];

/** Prices of these columns are of another day. */
export const OTHER_DAY_WORDS = [
  ...['yesterday', 'yesterdays', 'previous', 'prev', 'last', 'before', 'change', 'week', 'month', 'year', 'ago'],
  ...['ඊයේ', 'පෙර', 'පසුගිය', 'நேற்று', 'நேற்றைய', 'முந்தைய', 'கடந்த'],
];

export const WHOLESALE_WORDS = ['wholesale', 'තොග', 'மொத்த', 'மொத்தவிற்பனை'];
export const RETAIL_WORDS = ['retail', 'සිල්ලර', 'சில்லறை'];

export const MARKET_WORDS = [
  ...[
    'market',
    'markets',
    'mandi',
    'centre',
    'center',
    'location',
    'place',
    'town',
    'city',
    'district',
    'state',
    'region',
    'province',
  ],
  ...['වෙළඳපොළ', 'වෙළඳපොල', 'වෙළඳපල', 'මධ්‍යස්ථානය', 'දිස්ත්‍රික්කය', 'නගරය', 'ස්ථානය', 'පළාත'],
  ...['சந்தை', 'நகரம்', 'மாவட்டம்', 'நிலையம்', 'இடம்', 'மாகாணம்'],
];

/** These match `n.a.` and `N/A` too: points, slashes and spaces are not compared. */
export const NOT_AVAILABLE_MARKS = [
  ...['na', 'nr', 'nil', 'none', 'null', 'notavailable', 'unavailable', 'nostock', 'noarrival', 'noprice', 'nt'],
  ...['නැත', 'නැහැ', 'නොමැත', 'නෑ', 'ලබාගතනොහැක', 'இல்லை', 'கிடைக்கவில்லை', 'கிடையாது', 'இல'],
];
