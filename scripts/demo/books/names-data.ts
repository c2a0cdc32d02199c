/** Names that sound like the market's. Every pair of them is made up, and no telephone number of the demo is anybody's. */

/** First words of shop names. */
export const SHOP_FIRST_WORDS = [
  ...['Araliya', 'Nelum', 'Samanala', 'Kandurata', 'Mahaweli', 'Ran Wella', 'Govi Sevana', 'Pubudu'],
  ...['Sandaru', 'Tharuka', 'Senkada', 'Isuru', 'Kurinji', 'Malar', 'Vasantham', 'Amudham'],
  ...['Sri Murugan', 'Palmyra', 'Nila', 'Noor', 'Rahma', 'Barakah', 'Hill Country', 'Golden Harvest'],
];

/** Second words of shop names. */
export const SHOP_SECOND_WORDS = ['Vegetables', 'Traders', 'Stores', 'Wholesale', 'Farm Produce', 'Suppliers'];

/** First and family names by language, so that a Tamil first name meets a Tamil family name. */
export const PEOPLE: readonly { first: readonly string[]; family: readonly string[] }[] = [
  {
    first: [
      ...['Nimal', 'Sunil', 'Kamala', 'Chandrika', 'Ajith', 'Dilani', 'Sarath', 'Nilanthi', 'Ruwan', 'Malani'],
      ...['Upul', 'Kumari', 'Lasantha', 'Indrani', 'Gamini', 'Sujeewa', 'Priyantha', 'Anoma', 'Jagath', 'Shiromi'],
    ],
    family: [
      ...['Perera', 'Silva', 'Fernando', 'Bandara', 'Jayasinghe', 'Wickramaratne', 'Dissanayake', 'Herath'],
      ...['Ekanayake', 'Rathnayake', 'Gunawardena', 'Weerasinghe', 'Senanayaka', 'Karunaratne'],
    ],
  },
  {
    first: [
      ...['Kumaran', 'Selvi', 'Ravindran', 'Malathi', 'Suresh', 'Vasanthi', 'Arulraj', 'Thangam', 'Mohan', 'Kala'],
      ...['Yogarajah', 'Sutharshini'],
    ],
    family: [
      ...['Sivakumar', 'Nadarajah', 'Selvarajah', 'Kandiah', 'Ponnambalam', 'Thiruchelvam', 'Rajaratnam'],
      ...['Mahendran', 'Balasingam'],
    ],
  },
  {
    first: ['Farook', 'Rizwan', 'Fathima', 'Nazeer', 'Imran', 'Zainab', 'Hameed', 'Ruwaida'],
    family: ['Marikkar', 'Cader', 'Lebbe', 'Mohideen', 'Nizamdeen', 'Saleem', 'Azeez'],
  },
];

/** Towns around the market. */
export const TOWNS = [
  ...['Dambulla', 'Galewela', 'Sigiriya', 'Habarana', 'Naula', 'Kekirawa', 'Matale', 'Palapathwela'],
  ...['Kimbissa', 'Inamaluwa', 'Bakamuna', 'Elahera'],
];

export const STREETS = ['Tank Road', 'Temple Road', 'Market Lane', 'Canal Road', 'Paddy Field Lane', 'Mango Grove'];

/** Why a fine was taken away. */
export const PARDONS = [
  'The bank confirms that the transfer was sent in time',
  'Illness in the family, decided by the manager',
  'Roads flooded in the week of payment',
  'First time late in two years',
];

/** Why a payment was corrected. */
export const SLIPS = ['Counted again', 'A digit was typed wrong', 'Amount read from the wrong line of the slip'];
