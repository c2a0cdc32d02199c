/** First what one of them holds: in kilograms, pieces or bundles. */
export const SIZED_WORDS = {
  weight: [
    ['0.001', 'g', 'gm', 'gms', 'gr', 'gram', 'grams', 'gramme', 'grammes', 'ග්‍රෑම්', 'ග්‍රෑ', 'கிராம்'],
    ['1', 'kg', 'kgs', 'kilo', 'kilos', 'kilogram', 'kilograms', 'kilogramme', 'kilogrammes', 'කිලෝ', 'කිලෝග්‍රෑම්'],
    ['1', 'කිග්‍රෑ', 'කිලෝව', 'කිලෝවක', 'කිලෝවකට', 'කිලෝග්‍රෑමය', 'කිලෝග්‍රෑමයක', 'கிலோ', 'கிலோகிராம்', 'கிகி'],
    ['100', 'quintal', 'quintals', 'qtl', 'qtls', 'qntl', 'qt', 'q', 'ක්වින්ටල්', 'ක්වින්ටලය', 'குவிண்டால்', 'குவின்டால்'],
    ['1000', 'tonne', 'tonnes', 'ton', 'tons', 'mt', 'ටොන්', 'டன்', 'தொன்'],
    ['0.45359237', 'lb', 'lbs', 'pound', 'pounds', 'රාත්තල', 'රාත්තල්', 'இறாத்தல்', 'பவுண்டு'],
    ['0.02834952', 'oz', 'ounce', 'ounces'],
    ['50.80234544', 'cwt', 'hundredweight', 'හොණ්ඩර', 'හොණ්ඩරය', 'அந்தர்'],
  ],
  count: [
    ['1', 'each', 'ea', 'piece', 'pieces', 'pc', 'pcs', 'no', 'nos', 'number', 'fruit', 'fruits', 'nut', 'nuts'],
    ['1', 'ගෙඩි', 'ගෙඩිය', 'ගෙඩියක්', 'ගෙඩියක', 'පලතුර', 'பழம்', 'காய்', 'தேங்காய்'],
    ['2', 'pair', 'pairs'],
    ['12', 'dozen', 'dozens', 'doz', 'dz', 'දුසිම', 'දුසිම්', 'டஜன்', 'டசின்'],
    ['100', 'hundred', 'hundreds', 'සියය', 'நூறு'],
    ['144', 'gross'],
    ['1000', 'thousand', 'thousands', 'දහස', 'ஆயிரம்'],
  ],
  bundle: [['1', 'bundle', 'bundles', 'bunch', 'bunches', 'මිටි', 'මිටිය', 'මිටියක්', 'මිටියක', 'கட்டு', 'கட்டுகள்']],
} as const;

export const UNSIZED_WORDS = [
  ...['bag', 'bags', 'sack', 'sacks', 'gunny', 'box', 'boxes', 'crate', 'crates', 'basket', 'baskets', 'tray', 'trays'],
  ...['pack', 'packs', 'packet', 'packets', 'carton', 'cartons', 'maund', 'maunds', 'load', 'loads', 'lot', 'head'],
  ...[
    'heads',
    'metric',
    'unit',
    'units',
    'cup',
    'heap',
    'litre',
    'litres',
    'liter',
    'l',
    'ml',
    'මල්ල',
    'මලු',
    'ගෝනිය',
    'ගෝනි',
    'පෙට්ටිය',
  ],
  ...['පෙට්ටි', 'කූඩය', 'කූඩ', 'පැකට්', 'பை', 'மூட்டை', 'பெட்டி', 'கூடை', 'பொதி'],
];
