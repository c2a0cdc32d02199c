import type { Service } from './services.ts';

/** Example services, for a centre that has not listed its own. */
export const exampleServices: Service[] = [
  {
    icon: 'stall',
    title: { en: 'Wholesale stalls', si: 'තොග වෙළඳ කඩ කාමර', ta: 'மொத்த விற்பனைக் கடைகள்' },
    description: {
      en: 'Vegetables, fruit, rice and grain change hands at 144 stalls, from a few sacks to a full lorry.',
      si: 'කඩ කාමර 144ක එළවළු, පලතුරු, සහල් සහ ධාන්‍ය, මලු කිහිපයක සිට ලොරියක් පිරෙන තරමට තොග වශයෙන් ගනුදෙනු කෙරේ.',
      ta: '144 கடைகளில் மரக்கறி, பழம், அரிசி, தானியங்கள் சில மூட்டைகள் முதல் லொறி நிறைய வரை மொத்தமாக வாங்கி விற்கப்படுகின்றன.',
    },
  },
  {
    icon: 'prices',
    title: { en: 'Daily price information', si: 'දෛනික මිල තොරතුරු', ta: 'நாளாந்த விலைத் தகவல்' },
    description: {
      en: 'The lowest and the highest price of each product, published every market day. Free for everybody.',
      si: 'එක් එක් භාණ්ඩයේ අවම සහ උපරිම මිල සෑම වෙළඳ දිනකම පළ කෙරේ. ඕනෑම කෙනෙකුට නොමිලේ බැලිය හැකිය.',
      ta: 'ஒவ்வொரு பொருளின் ஆகக்குறைந்த, ஆகக்கூடிய விலைகள் ஒவ்வொரு சந்தை நாளிலும் வெளியிடப்படும். எவரும் இலவசமாகப் பார்க்கலாம்.',
    },
  },
  {
    icon: 'lorry',
    title: { en: 'Parking and loading', si: 'රථ ගාල සහ බඩු පැටවීම', ta: 'வாகனத் தரிப்பிடமும் ஏற்றுமிடமும்' },
    description: {
      en: 'Room for lorries, vans, three-wheelers, motorbikes and cars. The ticket is issued at the gate.',
      si: 'ලොරි, වෑන්, ත්‍රිරෝද රථ, යතුරුපැදි සහ මෝටර් රථ සඳහා ඉඩ ඇත. ටිකට්පත ගේට්ටුවේදී නිකුත් කෙරේ.',
      ta: 'லொறி, வேன், முச்சக்கரவண்டி, மோட்டார் சைக்கிள், கார் ஆகியவற்றுக்கு இடமுண்டு. கட்டணச்சீட்டு வாயிலில் வழங்கப்படும்.',
    },
  },
  {
    icon: 'water',
    title: { en: 'Washrooms and cleanliness', si: 'වැසිකිළි සහ පිරිසිදුකම', ta: 'மலசலகூடமும் தூய்மையும்' },
    description: {
      en: 'Washrooms for traders, farmers and drivers. A small ticket pays for keeping them clean.',
      si: 'වෙළෙන්දන්ට, ගොවීන්ට සහ රියදුරන්ට වැසිකිළි පහසුකම් ඇත. ඒවා පිරිසිදුව තබා ගන්නේ කුඩා ගාස්තුවකිනි.',
      ta: 'வியாபாரிகள், விவசாயிகள், சாரதிகளுக்கு மலசலகூடங்கள் உண்டு. சிறு கட்டணம் அவற்றைத் தூய்மையாகப் பேண உதவுகிறது.',
    },
  },
  {
    icon: 'phone',
    title: { en: 'Call Center', si: 'ඇමතුම් මධ්‍යස්ථානය', ta: 'அழைப்பு நிலையம்' },
    description: {
      en: 'Ask for prices, opening hours and the way here by phone. The button to call is on every page.',
      si: 'මිල ගණන්, විවෘත වේලාවන් සහ පැමිණෙන මාර්ගය දුරකථනයෙන් විමසන්න. ඇමතුම් බොත්තම සෑම පිටුවකම ඇත.',
      ta: 'விலை, திறக்கும் நேரம், வரும் வழி ஆகியவற்றைத் தொலைபேசியில் கேளுங்கள். அழைப்புப் பொத்தான் எல்லாப் பக்கங்களிலும் உள்ளது.',
    },
  },
  {
    icon: 'news',
    title: { en: 'News in three languages', si: 'භාෂා තුනෙන් පුවත්', ta: 'மும்மொழிச் செய்திகள்' },
    description: {
      en: 'Closed days, announcements and events are published here in English, Sinhala and Tamil.',
      si: 'වෙළඳපොළ වසන දින, නිවේදන සහ වැඩසටහන් ඉංග්‍රීසි, සිංහල සහ දෙමළ බසින් මෙහි පළ කෙරේ.',
      ta: 'மூடப்படும் நாட்கள், பொது அறிவிப்புகள், நிகழ்வுகள் ஆகியன ஆங்கிலம், சிங்களம், தமிழில் இங்கே வெளியிடப்படும்.',
    },
  },
];
