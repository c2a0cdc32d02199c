/**
 * What the demo's market has told the public: made up, like its people, but such as a market has to say. {day} stands for a
 * day that the demo reckons; one notice is in English alone, as it happens when there is no time to translate.
 */
import type { PublicationType } from '#contract/publications.ts';
import type { Language } from '#contract/site.ts';
import type { newsPictures } from './pictures/news.ts';

type InThree = Record<Language, string>;

export interface DemoNews {
  type: PublicationType;
  /** How many days ago it was published, and at which hour. */
  daysAgo: number;
  hour: number;
  /** {day} is so many days after it was published, or the next full-moon day after today. */
  day?: number | 'poya';
  topic: InThree;
  description: InThree;
  picture?: keyof typeof newsPictures;
}

export const demoNews: readonly DemoNews[] = [
  {
    type: 'notice',
    daysAgo: 1,
    hour: 9,
    day: 3,
    topic: {
      en: 'No water in Blocks C and D for five hours',
      si: 'C සහ D කොටස්වල පැය පහක ජල කප්පාදුවක්',
      ta: 'C, D பகுதிகளில் ஐந்து மணிநேர நீர்வெட்டு',
    },
    description: {
      en: `The main pipe to Blocks C and D is renewed on {day}. There is no water from 10 a.m. to 3 p.m.

A tanker stands on the car park of Block C, for washing vegetables.`,
      si: `C සහ D කොටස් වෙත යන ප්‍රධාන නළය {day} දින අලුත් කෙරේ. එදින පෙ.ව. 10 සිට ප.ව. 3 දක්වා ජලය නොලැබේ.

එළවළු සේදීම සඳහා C කොටසේ වාහන නැවතුම්පොළේ ජල බවුසරයක් තබා ඇත.`,
      ta: `C, D பகுதிகளுக்கான பிரதான குழாய் {day} அன்று புதுப்பிக்கப்படும். அன்று மு.ப. 10 மணி முதல் பி.ப. 3 மணி வரை நீர் கிடைக்காது.

மரக்கறிகளைக் கழுவுவதற்காக C பகுதி வாகனத் தரிப்பிடத்தில் நீர்த்தாங்கி வண்டி நிறுத்தப்பட்டிருக்கும்.`,
    },
    picture: 'tap',
  },
  {
    type: 'notice',
    daysAgo: 2,
    hour: 14,
    day: 'poya',
    topic: {
      en: 'The market is closed on Poya day',
      si: 'පෝය දිනයේ වෙළඳපොළ වසා ඇත',
      ta: 'போயா தினத்தில் சந்தை மூடப்படும்',
    },
    description: {
      en: `The market is closed on the full-moon Poya day, {day}, and no price list is published. The gates open again the next morning at 4.30 a.m.

Farmers whose harvest cannot wait are asked to call the hotline the day before, so that a cold room can be kept for them.`,
      si: `පුර පසළොස්වක පෝය දිනය වන {day} දින වෙළඳපොළ වසා තබන අතර එදින මිල ලැයිස්තුවක් පළ නොකෙරේ. දොරටු නැවත විවෘත වන්නේ පසුදා අලුයම 4.30 ටය.

අස්වැන්න කල් තබා ගත නොහැකි ගොවීන් සඳහා ශීත කාමරයක් වෙන් කර තැබිය හැකි වන පරිදි, පෙර දින ක්ෂණික ඇමතුම් අංකයට කතා කරන ලෙස ඉල්ලා සිටිමු.`,
      ta: `பௌர்ணமி போயா தினமான {day} அன்று சந்தை மூடப்பட்டிருக்கும்; அன்று விலைப் பட்டியல் வெளியிடப்படாது. மறுநாள் அதிகாலை 4.30 மணிக்கு வாயில்கள் மீண்டும் திறக்கப்படும்.

அறுவடையை வைத்திருக்க முடியாத விவசாயிகளுக்காகக் குளிர் அறையொன்றை ஒதுக்கி வைக்க, முந்தைய நாளே துரித அழைப்பு இலக்கத்திற்கு அறிவிக்கவும்.`,
    },
    picture: 'moon',
  },
  {
    type: 'event',
    daysAgo: 5,
    hour: 8,
    day: 16,
    topic: {
      en: 'Training for farmers: packing without loss',
      si: 'ගොවීන්ට පුහුණුවක්: අපතේ නොයන ඇසුරුම්කරණය',
      ta: 'விவசாயிகளுக்கான பயிற்சி: வீணாகாத பொதியிடல்',
    },
    description: {
      en: `One in five tomatoes is lost between the field and the stall. On {day}, from 9 a.m., agriculture officers show in the hall above Block A how to pick, grade and pack so that less is lost.

The morning is free, lunch is given, and everybody who takes part goes home with two plastic crates. There are 60 places: please give your name by telephone.`,
      si: `කෙතේ සිට කඩය දක්වා යන අතර තක්කාලි පහෙන් එකක් අපතේ යයි. අස්වැන්න නෙළීම, වර්ග කිරීම සහ ඇසුරුම් කිරීම මගින් එය අඩු කර ගන්නා අයුරු කෘෂිකර්ම නිලධාරීන් {day} දින පෙ.ව. 9 සිට A කොටසේ උඩුමහලේ ශාලාවේදී පෙන්වා දෙති.

සහභාගිත්වය නොමිලේ වන අතර දිවා ආහාරය ද සැපයේ. සහභාගි වන සෑම කෙනෙකුටම ප්ලාස්ටික් කූඩ දෙකක් ලැබේ. ඇත්තේ ස්ථාන 60ක් පමණි; කරුණාකර දුරකථනයෙන් නම ලියාපදිංචි කරන්න.`,
      ta: `வயலிலிருந்து கடைக்கு வரும் வழியில் ஐந்தில் ஒரு தக்காளி வீணாகிறது. பறித்தல், தரம் பிரித்தல், பொதியிடல் மூலம் அதனைக் குறைக்கும் முறையை விவசாய அலுவலர்கள் {day} அன்று மு.ப. 9 மணி முதல் A பகுதியின் மேல்மாடி மண்டபத்தில் காண்பிப்பார்கள்.

பங்குபற்றல் இலவசம்; மதிய உணவும் வழங்கப்படும். பங்குபற்றும் ஒவ்வொருவருக்கும் இரண்டு பிளாஸ்டிக் கூடைகள் கிடைக்கும். 60 பேருக்கு மட்டுமே இடமுண்டு; தொலைபேசியில் பெயரைப் பதிவு செய்யவும்.`,
    },
    picture: 'crates',
  },
  {
    type: 'news',
    daysAgo: 9,
    hour: 11,
    topic: {
      en: 'New weighbridge at the north gate',
      si: 'උතුරු දොරටුව අසල නව වාහන තරාදියක්',
      ta: 'வடக்கு வாயிலில் புதிய வாகன நிறுவை மேடை',
    },
    description: {
      en: `A weighbridge for lorries of up to 60 tons has been opened at the north gate. Weighing takes less than two minutes, and the slip is printed in Sinhala, Tamil or English.

For the first month it is free of charge, so that farmers can compare it with the weights that their buyers write down. The old weighbridge behind Block B stays in use for lorries of up to 20 tons.`,
      si: `ටොන් 60 දක්වා ලොරි කිරිය හැකි වාහන තරාදියක් උතුරු දොරටුව අසල විවෘත කෙරිණි. කිරීමට ගත වන්නේ මිනිත්තු දෙකකටත් අඩු කාලයකි; බර සඳහන් පත සිංහල, දෙමළ හෝ ඉංග්‍රීසි බසින් ලබා ගත හැකිය.

ගැනුම්කරුවන් සටහන් කරන බර සමඟ සසඳා බැලීමට ගොවීන්ට හැකි වන පරිදි පළමු මාසය තුළ ගාස්තුවක් අය නොකෙරේ. B කොටස පිටුපස ඇති පැරණි තරාදිය ටොන් 20 දක්වා ලොරි සඳහා දිගටම භාවිත කෙරේ.`,
      ta: `60 தொன் வரையான லொறிகளை நிறுக்கக்கூடிய நிறுவை மேடை வடக்கு வாயிலில் திறக்கப்பட்டுள்ளது. நிறுப்பதற்கு இரண்டு நிமிடங்களுக்கும் குறைவான நேரமே எடுக்கும்; நிறைச் சீட்டைச் சிங்களம், தமிழ் அல்லது ஆங்கிலத்தில் பெறலாம்.

வாங்குவோர் எழுதும் நிறையுடன் விவசாயிகள் ஒப்பிட்டுப் பார்க்கும் வகையில் முதல் மாதத்தில் கட்டணம் அறவிடப்படாது. B பகுதிக்குப் பின்னாலுள்ள பழைய நிறுவை மேடை 20 தொன் வரையான லொறிகளுக்குத் தொடர்ந்து பயன்படும்.`,
    },
    picture: 'weighbridge',
  },
  {
    type: 'announcement',
    daysAgo: 14,
    hour: 10,
    topic: {
      en: 'Rent and fee counter: new hours',
      si: 'කුලී සහ ගාස්තු කවුන්ටරය: නව වේලාවන්',
      ta: 'வாடகை, கட்டணக் கருமபீடம்: புதிய நேரங்கள்',
    },
    description: {
      en: `From the first of next month the counter of the management office is open from 7 a.m. to 3 p.m. on weekdays, and to noon on Saturdays. Cash, cards, cheques and bank transfers are taken.`,
      si: `ලබන මස පළමුවැනිදා සිට කළමනාකරණ කාර්යාලයේ කවුන්ටරය සතියේ දිනවල පෙ.ව. 7 සිට ප.ව. 3 දක්වාද, සෙනසුරාදා දිනවල දහවල් 12 දක්වාද විවෘතව පවතී. මුදල්, කාඩ්පත්, චෙක්පත් සහ බැංකු හුවමාරු භාර ගනු ලැබේ.`,
      ta: `அடுத்த மாதம் முதலாம் திகதி முதல் முகாமைத்துவ அலுவலகக் கருமபீடம் வார நாட்களில் மு.ப. 7 மணி முதல் பி.ப. 3 மணி வரையும், சனிக்கிழமைகளில் நண்பகல் 12 மணி வரையும் திறந்திருக்கும். பணம், அட்டைகள், காசோலைகள், வங்கிப் பரிமாற்றங்கள் ஏற்றுக்கொள்ளப்படும்.`,
    },
  },
  {
    type: 'news',
    daysAgo: 21,
    hour: 12,
    topic: {
      en: 'Award for the cleanest wholesale market',
      si: 'පිරිසිදුම තොග වෙළඳපොළට සම්මානය',
      ta: 'தூய்மையான மொத்தச் சந்தைக்கான விருது',
    },
    description: {
      en: `The market has won first place among the wholesale markets of the island for cleanliness and the sorting of waste. Four tons of leaves and peel a day now go to the compost yard instead of the dump.

The prize is shared with the 38 cleaners who made it possible.`,
      si: `පිරිසිදුකම සහ කසළ වර්ග කිරීම සඳහා දිවයිනේ තොග වෙළඳපොළවල් අතරින් ප්‍රථම ස්ථානය අප වෙළඳපොළට හිමි විය. දිනකට කොළ සහ පොතු ටොන් හතරක් දැන් යන්නේ කසළ කන්දට නොව කොම්පෝස්ට් අංගනයටය.

මෙය හැකි කළ පිරිසිදු කිරීමේ සේවක සේවිකාවන් 38 දෙනා සමඟ ත්‍යාගය බෙදා ගැනේ.`,
      ta: `தூய்மை, கழிவுகளைத் தரம் பிரித்தல் ஆகியவற்றுக்காக நாட்டின் மொத்தச் சந்தைகளிடையே எமது சந்தை முதலிடம் பெற்றது. நாளொன்றுக்கு நான்கு தொன் இலைகளும் தோல்களும் இப்போது குப்பைமேட்டுக்குப் பதிலாகக் கூட்டெருத் தளத்திற்குச் செல்கின்றன.

இதனைச் சாத்தியமாக்கிய 38 துப்புரவுப் பணியாளர்களுடன் பரிசு பகிர்ந்துகொள்ளப்படும்.`,
    },
    picture: 'cup',
  },
  {
    type: 'notice',
    daysAgo: 27,
    hour: 16,
    topic: {
      en: 'Heavy lorries by the south gate only at night',
      si: 'රාත්‍රියේ බර ලොරි දකුණු දොරටුවෙන් පමණයි',
      ta: 'இரவில் பாரவூர்திகள் தெற்கு வாயிலால் மட்டும்',
    },
    description: {
      en: `Between 10 p.m. and 4 a.m. lorries with more than two axles come in by the south gate only. The north gate is kept free for the three-wheelers and small lorries of farmers. Do not park on the main road: the police fine it.`,
      si: `ප.ව. 10 සිට පෙ.ව. 4 දක්වා අක්ෂ දෙකකට වැඩි ලොරි ඇතුළු විය යුත්තේ දකුණු දොරටුවෙන් පමණි. උතුරු දොරටුව ගොවීන්ගේ ත්‍රීරෝද රථ සහ කුඩා ලොරි සඳහා වෙන් කර ඇත. ප්‍රධාන පාරේ වාහන නවත්වන්න එපා; ඒ සඳහා පොලීසිය දඩ නියම කරයි.`,
      ta: `இரவு 10 மணி முதல் அதிகாலை 4 மணி வரை இரண்டுக்கு மேற்பட்ட அச்சுகள் கொண்ட லொறிகள் தெற்கு வாயிலால் மட்டுமே உள்ளே வர வேண்டும். வடக்கு வாயில் விவசாயிகளின் முச்சக்கர வண்டிகளுக்கும் சிறிய லொறிகளுக்கும் ஒதுக்கப்பட்டுள்ளது. பிரதான வீதியில் வாகனங்களை நிறுத்த வேண்டாம்; பொலிஸார் தண்டம் விதிப்பார்கள்.`,
    },
    picture: 'gate',
  },
  {
    type: 'announcement',
    daysAgo: 36,
    hour: 9,
    topic: {
      en: 'The rent of the month is due by the 15th',
      si: 'මාසික කුලිය 15 වැනිදා වන විට ගෙවන්න',
      ta: 'மாத வாடகையை 15ஆம் திகதிக்குள் செலுத்தவும்',
    },
    description: {
      en: `Rent that is paid after the 15th of the month brings a fine of 30%. Whoever cannot pay in time is asked to speak to the office before that day.`,
      si: `මාසයේ 15 වැනිදාට පසු ගෙවන කුලිය සඳහා 30% ක දඩයක් අය කෙරේ. නියමිත දිනට ගෙවිය නොහැකි අය ඊට පෙර කාර්යාලයට කතා කරන ලෙස ඉල්ලා සිටිමු.`,
      ta: `மாதத்தின் 15ஆம் திகதிக்குப் பின் செலுத்தப்படும் வாடகைக்கு 30% தண்டப்பணம் அறவிடப்படும். உரிய நாளில் செலுத்த முடியாதவர்கள் அதற்கு முன் அலுவலகத்துடன் பேசவும்.`,
    },
  },
  {
    type: 'event',
    daysAgo: 45,
    hour: 13,
    day: 12,
    topic: {
      en: 'Health day for porters and traders',
      si: 'බර උසුලන්නන්ට සහ වෙළෙන්දන්ට සෞඛ්‍ය දිනයක්',
      ta: 'சுமை தூக்குவோருக்கும் வியாபாரிகளுக்கும் சுகாதார தினம்',
    },
    description: {
      en: `Doctors and nurses of the base hospital look after backs, eyes and blood pressure, free of charge, on {day} from 1 p.m. to 6 p.m. on the car park of Block D. The first hundred who need reading glasses are given a pair.`,
      si: `මූලික රෝහලේ වෛද්‍යවරුන් සහ හෙදියන් {day} දින ප.ව. 1 සිට 6 දක්වා D කොටසේ වාහන නැවතුම්පොළේදී කොන්ද, ඇස් සහ රුධිර පීඩනය නොමිලේ පරීක්ෂා කරති. අවශ්‍ය පළමු සියදෙනාට කියවීමේ කණ්ණාඩි ලැබේ.`,
      ta: `ஆதார வைத்தியசாலையின் வைத்தியர்களும் தாதியர்களும் {day} அன்று பி.ப. 1 மணி முதல் 6 மணி வரை D பகுதி வாகனத் தரிப்பிடத்தில் முதுகு, கண், இரத்த அழுத்தம் ஆகியவற்றை இலவசமாகப் பரிசோதிப்பார்கள். தேவையான முதல் நூறு பேருக்கு வாசிப்புக் கண்ணாடிகள் வழங்கப்படும்.`,
    },
    picture: 'tent',
  },
  {
    type: 'news',
    daysAgo: 58,
    hour: 10,
    topic: {
      en: 'The sun pays for the lights',
      si: 'විදුලි බිල ගෙවන්නේ හිරුය',
      ta: 'மின்கட்டணத்தைச் சூரியன் செலுத்துகிறது',
    },
    description: {
      en: `Since this month 420 solar panels on the roofs of Blocks A and B give more power in a year than all lamps, scales and cold rooms of the market use. What is saved goes into the repair of the drains before the next monsoon.`,
      si: `A සහ B කොටස්වල වහල මත සවි කළ සූර්ය පැනල 420ක් මේ මාසයේ සිට, වෙළඳපොළේ සියලු විදුලි පහන්, තරාදි සහ ශීත කාමර වසරකට යොදා ගන්නා ප්‍රමාණයට වඩා විදුලිය නිපදවයි. ඉතිරි වන මුදල ඊළඟ මෝසමට පෙර කාණු අලුත්වැඩියා කිරීමට යෙදේ.`,
      ta: `A, B பகுதிகளின் கூரைகளில் பொருத்தப்பட்ட 420 சூரியப் பலகைகள், சந்தையின் எல்லா விளக்குகளும் தராசுகளும் குளிர் அறைகளும் ஆண்டொன்றுக்குப் பயன்படுத்துவதை விடக் கூடுதலான மின்சாரத்தை இம்மாதம் முதல் வழங்குகின்றன. மீதமாகும் பணம் அடுத்த பருவமழைக்கு முன் வடிகால்களைத் திருத்தப் பயன்படும்.`,
    },
    picture: 'roof',
  },
  {
    type: 'announcement',
    daysAgo: 70,
    hour: 11,
    topic: {
      en: 'Tomatoes in plastic crates only',
      si: 'තක්කාලි ප්ලාස්ටික් කූඩවල පමණයි',
      ta: 'தக்காளி பிளாஸ்டிக் கூடைகளில் மட்டும்',
    },
    description: {
      en: `From the first of next month tomatoes, papayas and other soft goods come into the market in plastic crates only. Crates can be borrowed at the north gate against a deposit of Rs. 500, and given back at any stall that shows the green sign.`,
      si: `ලබන මස පළමුවැනිදා සිට තක්කාලි, පැපොල් සහ අනෙකුත් මෘදු එළවළු හා පලතුරු වෙළඳපොළට ගෙන ආ යුත්තේ ප්ලාස්ටික් කූඩවල පමණි. රු. 500 ක තැන්පතුවක් තබා උතුරු දොරටුවෙන් කූඩ ලබා ගත හැකි අතර, කොළ පැහැති ලකුණ ඇති ඕනෑම කඩයකට ආපසු භාර දිය හැකිය.`,
      ta: `அடுத்த மாதம் முதலாம் திகதி முதல் தக்காளி, பப்பாளி போன்ற மென்மையான பொருட்களைப் பிளாஸ்டிக் கூடைகளில் மட்டுமே சந்தைக்குக் கொண்டுவர வேண்டும். ரூ. 500 வைப்புப் பணம் செலுத்தி வடக்கு வாயிலில் கூடைகளைப் பெறலாம்; பச்சை அடையாளம் உள்ள எந்தக் கடையிலும் திருப்பிக் கொடுக்கலாம்.`,
    },
  },
  {
    type: 'notice',
    daysAgo: 83,
    hour: 15,
    day: 2,
    topic: { en: 'Keep the lanes free: the drains are flushed', si: '', ta: '' },
    description: {
      en: `The drains of Blocks A to D are flushed in the night of {day}, from 9 p.m. Please leave no sacks and no crates in the lanes.`,
      si: '',
      ta: '',
    },
  },
  {
    type: 'news',
    daysAgo: 97,
    hour: 6,
    topic: {
      en: 'The prices of the morning on every phone',
      si: 'උදෑසන මිල ගණන් ඕනෑම දුරකථනයක',
      ta: 'காலை விலைகள் எந்தத் தொலைபேசியிலும்',
    },
    description: {
      en: `Farmers see the prices of the morning on any phone, in Sinhala, Tamil and English, before they load their lorries. The list is published as soon as the first trades are done, each figure with its date, and a chart shows how a price has moved over the years.`,
      si: `ලොරි පටවන්නට පෙර ගොවීන්ට එදින උදෑසන මිල ගණන් සිංහල, දෙමළ සහ ඉංග්‍රීසි බසින් ඕනෑම දුරකථනයකින් බලා ගත හැකිය. පළමු ගනුදෙනු අවසන් වූ වහාම දිනය සමඟ මිල ලැයිස්තුව පළ කෙරෙන අතර, වසර ගණනාවක මිල වෙනස් වූ ආකාරය ප්‍රස්තාරයකින් පෙන්වයි.`,
      ta: `லொறிகளில் ஏற்றுவதற்கு முன்பே விவசாயிகள் அன்றைய காலை விலைகளைச் சிங்களம், தமிழ், ஆங்கிலம் ஆகிய மொழிகளில் எந்தத் தொலைபேசியிலும் பார்க்கலாம். முதல் வியாபாரம் முடிந்தவுடனேயே திகதியுடன் பட்டியல் வெளியிடப்படும்; பல ஆண்டுகளில் விலை மாறிய விதத்தை வரைபடம் காட்டும்.`,
    },
  },
  {
    type: 'event',
    daysAgo: 120,
    hour: 9,
    day: 10,
    topic: {
      en: "Growers' fair for families",
      si: 'පවුල් සඳහා ගොවි පොළ',
      ta: 'குடும்பங்களுக்கான விவசாயிகள் சந்தை',
    },
    description: {
      en: `On {day}, from 6 a.m. to noon, the growers sell by the kilo, straight from the lorry. Parking behind Block D is free, and children may try the old beam scale.`,
      si: `{day} දින පෙ.ව. 6 සිට දහවල් 12 දක්වා ගොවීහු ලොරියෙන්ම කිලෝවෙන් අලෙවි කරති. D කොටස පිටුපස වාහන නැවැත්වීම නොමිලේය. පැරණි තුලා තරාදියෙන් කිරා බැලීමට දරුවන්ටද අවස්ථාව ඇත.`,
      ta: `{day} அன்று மு.ப. 6 மணி முதல் நண்பகல் 12 மணி வரை விவசாயிகள் லொறியிலிருந்தே கிலோக்கணக்கில் விற்பனை செய்வார்கள். D பகுதிக்குப் பின்னால் வாகனங்களை இலவசமாக நிறுத்தலாம். பழைய தராசில் நிறுத்துப் பார்க்கச் சிறுவர்களுக்கும் வாய்ப்புண்டு.`,
    },
    picture: 'fair',
  },
];
