import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The longest names that people could type, by table and column. The row's id follows, because names are unique. */
const longest: Record<string, Record<string, string>> = {
  products: {
    name: 'Beetroot, cut and washed, second grade, Melsiripura and Puttalam together',
    name_si: 'කට් බීට් සෝදන ලද දෙවන ශ්‍රේණිය - මැල්සිරිපුර සහ පුත්තලම දිස්ත්‍රික්කවලින්',
    name_ta: 'பீட்ரூட் (வெட்டியது, கழுவியது) மெல்சிரிபுர, புத்தளம் - இரண்டாம் தரம்',
  },
  shops: {
    shop_name: 'Wickramasinghe Mudiyanselage Brothers, Sisters and Daughters (Private) Limited, Upcountry Vegetables',
    location: 'Block K, upper row, third place behind the weighing bridge',
  },
  publications: {
    topic: 'Water supply to Blocks A, B, C, D, E and F interrupted while the main pipe of the town is being renewed',
    topic_si: 'නගරයේ ප්‍රධාන නළය අලුත්වැඩියා කරන බැවින් A, B, C, D, E සහ F කොටස්වල ජල සැපයුම අත්හිටුවීම',
    topic_ta: 'நகரின் பிரதான நீர்க்குழாய் புதுப்பிக்கப்படுவதால் A, B, C, D, E, F பகுதிகளுக்கான நீர் விநியோகம் இடைநிறுத்தம்',
  },
  accounts: { username: 'Wickramasinghe Mudiyanselage Chandrika Kumari Padmasiri' },
  tenants: {
    name: 'Wickramasinghe Mudiyanselage Chandrika Kumari Padmasiri Ranasinghe Bandara',
    address: 'No. 1001/14B, Old Kandy Road behind the Agrarian Services Centre, Palapathwela, Matale',
  },
};

/** Sets the longest names in every row of a market before its first request. */
export function lengthenNames(dataDir: string): void {
  const database = new DatabaseSync(path.join(dataDir, 'pola.db'));
  try {
    for (const [table, columns] of Object.entries(longest)) {
      const changes = Object.keys(columns).map((column) => `${column} = ? || ' ' || id`);
      database.prepare(`update ${table} set ${changes.join(', ')}`).run(...Object.values(columns));
    }
  } finally {
    database.close();
  }
}
