/**
 * What each product of the starter list is worth and how it behaves: our own table of plausible wholesale levels of
 * 2025-26, in rupees for a kilogram, or for a bundle, a nut or a fruit where the product is sold so. Not measured
 * prices.
 */
import type { Temper } from './movements.ts';
import type { Season } from './seasons.ts';

export interface Good {
  /** Mean of a year at the beginning of 2026, in rupees. */
  readonly levelRupees: number;
  readonly season: Season;
  readonly temper: Temper;
  /** Twelve marks, January first; `-` is a month in which none comes to the market. */
  readonly months: string;
  /** Share of the days in season on which it is on the list. */
  readonly presence: number;
}

const ALL_YEAR = 'JFMAMJJASOND';

function good(levelRupees: number, season: Season, temper: Temper, presence = 0.995, months = ALL_YEAR): Good {
  return { levelRupees, season, temper, months, presence };
}

const GOODS: Readonly<Record<string, Good>> = {
  BEANS: good(340, 'beans', 'volatile'),
  'CARROT-NE': good(260, 'upcountry', 'volatile'),
  'CARROT-JF': good(220, 'upcountry', 'volatile', 0.9, 'JFMA-------D'),
  CABBAGE: good(150, 'upcountry', 'volatile'),
  'CABBAGE-RED': good(420, 'upcountry', 'lively', 0.6),
  CAULIFLOWER: good(260, 'upcountry', 'volatile', 0.95),
  LEEKS: good(210, 'upcountry', 'volatile'),
  'BEET-NE': good(150, 'upcountry', 'volatile'),
  'BEET-CUT-ML': good(110, 'upcountry', 'volatile', 0.9),
  'BEET-CUT-PT': good(115, 'upcountry', 'volatile', 0.9),
  KNOLKHOL: good(130, 'upcountry', 'volatile'),
  RADISH: good(75, 'upcountry', 'volatile'),
  TOMATO: good(200, 'tomato', 'volatile'),
  CAPSICUM: good(320, 'chilli', 'volatile'),
  'BELL-PEPPER': good(700, 'chilli', 'lively', 0.7),
  'GREEN-CHILLI': good(350, 'chilli', 'volatile'),
  'NAI-MIRIS': good(750, 'chilli', 'lively', 0.85),
  'DRIED-CHILLI': good(610, 'even', 'steady'),
  BRINJAL: good(230, 'lowcountry', 'volatile'),
  ELABATU: good(240, 'lowcountry', 'lively', 0.95),
  'EGGPLANT-BOLA': good(230, 'lowcountry', 'lively', 0.8),
  THIBBATU: good(340, 'lowcountry', 'lively', 0.95),
  OKRA: good(140, 'lowcountry', 'volatile'),
  LUFFA: good(180, 'lowcountry', 'volatile'),
  'SNAKE-GOURD': good(150, 'lowcountry', 'volatile'),
  'BITTER-GOURD': good(270, 'lowcountry', 'volatile'),
  'SPINE-GOURD': good(450, 'lowcountry', 'lively', 0.8),
  'BOTTLE-GOURD': good(100, 'lowcountry', 'lively', 0.8),
  'ASH-GOURD': good(90, 'pumpkin', 'calm', 0.7),
  'PUMPKIN-MY': good(85, 'pumpkin', 'volatile'),
  'PUMPKIN-BIG': good(95, 'pumpkin', 'lively', 0.95),
  BUTTERNUT: good(110, 'pumpkin', 'lively', 0.9),
  CUCUMBER: good(90, 'lowcountry', 'volatile'),
  KEKIRI: good(70, 'lowcountry', 'lively', 0.9),
  'LONG-BEANS': good(210, 'lowcountry', 'volatile'),
  'WINGED-BEAN': good(230, 'lowcountry', 'lively', 0.9),
  'HYACINTH-BEAN': good(220, 'lowcountry', 'lively', 0.6),
  DRUMSTICK: good(300, 'lowcountry', 'volatile', 0.95),
  'ASH-PLANTAIN': good(110, 'roots', 'lively'),
  'PLANTAIN-FLOWER': good(85, 'roots', 'lively', 0.9),
  CHAYOTE: good(90, 'upcountry', 'lively', 0.95),
  'JACK-YOUNG': good(110, 'roots', 'lively', 0.9, '-FMAMJJAS---'),
  AMBARELLA: good(90, 'roots', 'lively', 0.9),
  LIME: good(350, 'lime', 'volatile'),
  GINGER: good(700, 'roots', 'calm'),
  TURMERIC: good(260, 'roots', 'calm', 0.7, 'JFMA---ASOND'),
  GARLIC: good(380, 'even', 'calm'),
  'RED-ONION-L': good(280, 'redOnion', 'lively'),
  'RED-ONION-I': good(260, 'redOnion', 'calm', 0.85),
  'BIG-ONION-L': good(190, 'bigOnion', 'lively', 0.95, '-------ASON-'),
  'BIG-ONION-I': good(150, 'bigOnion', 'calm'),
  'SWEET-POTATO': good(110, 'roots', 'lively', 0.95),
  MANIOC: good(100, 'roots', 'calm', 0.95),
  KIRIALA: good(260, 'roots', 'calm', 0.7),
  KOHILA: good(180, 'roots', 'calm', 0.6),
  'LOTUS-ROOT': good(280, 'roots', 'calm', 0.5),
  INNALA: good(220, 'roots', 'lively', 0.85, 'JFM-------ND'),
  'POTATO-NE': good(310, 'potato', 'calm', 0.95),
  'POTATO-WM': good(300, 'potato', 'calm', 0.95),
  'POTATO-JF': good(270, 'potato', 'calm', 0.9, '-FMA--------'),
  'POTATO-IM': good(190, 'importedPotato', 'calm'),
  'POTATO-BABY': good(220, 'potato', 'calm', 0.7),
  GOTUKOLA: good(30, 'leaf', 'calm'),
  MUKUNUWENNA: good(30, 'leaf', 'calm'),
  KANKUN: good(30, 'leaf', 'calm'),
  NIVITHI: good(40, 'leaf', 'calm', 0.8),
  KATHURUMURUNGA: good(60, 'leaf', 'calm', 0.5),
  THAMPALA: good(50, 'leaf', 'calm', 0.8),
  'CURRY-LEAVES': good(110, 'leaf', 'lively'),
  'ONION-LEAVES': good(130, 'leaf', 'lively', 0.95),
  LETTUCE: good(230, 'leaf', 'volatile', 0.95),
  ATHUGOWA: good(140, 'leaf', 'lively', 0.85),
  'CORIANDER-LF': good(450, 'leaf', 'lively', 0.8),
  MINT: good(320, 'leaf', 'lively', 0.75),
  RAMPE: good(90, 'leaf', 'calm', 0.7),
  'BANANA-AMBUL': good(160, 'fruit', 'calm'),
  'BANANA-SEENI': good(140, 'fruit', 'calm'),
  'BANANA-KOLI': good(320, 'fruit', 'calm'),
  'BANANA-ANAMALU': good(35, 'fruit', 'calm', 0.85),
  'BANANA-AMBUN': good(180, 'fruit', 'calm', 0.7),
  'BANANA-RED': good(280, 'fruit', 'calm', 0.5),
  PAPAYA: good(150, 'fruit', 'lively'),
  PINEAPPLE: good(350, 'fruit', 'lively'),
  'MANGO-KC': good(420, 'mango', 'lively', 0.95, '---AMJJA---D'),
  'MANGO-TJC': good(650, 'mango', 'lively', 0.9, '----MJJAS---'),
  'MANGO-OTHER': good(220, 'mango', 'lively', 0.95, '---AMJJA----'),
  'MANGO-GREEN': good(180, 'mango', 'lively', 0.9, 'J-MAMJJ-----'),
  WATERMELON: good(110, 'fruit', 'lively', 0.95),
  AVOCADO: good(240, 'fruit', 'lively', 0.95, '---AMJJA--ND'),
  GUAVA: good(220, 'fruit', 'lively', 0.95),
  PASSION: good(450, 'fruit', 'lively', 0.9),
  WOODAPPLE: good(30, 'fruit', 'calm', 0.9, '------JASON-'),
  BAEL: good(120, 'fruit', 'calm', 0.6, '---AMJJAS---'),
  SOURSOP: good(320, 'fruit', 'lively', 0.6),
  NELLI: good(280, 'fruit', 'lively', 0.8, 'JF--------ND'),
  ORANGE: good(380, 'fruit', 'calm', 0.85),
  RAMBUTAN: good(280, 'mango', 'volatile', 0.95, 'J----JJA---D'),
  MANGOSTEEN: good(550, 'mango', 'lively', 0.9, '----MJJA----'),
  'JACK-RIPE': good(120, 'fruit', 'lively', 0.85, '---AMJJAS---'),
  COCONUT: good(160, 'even', 'steady'),
  'KING-COCONUT': good(120, 'fruit', 'steady', 0.95),
  TAMARIND: good(450, 'even', 'calm', 0.9),
  'RICE-SAMBA': good(235, 'rice', 'steady'),
  'RICE-KEERI': good(275, 'rice', 'steady'),
  'RICE-NADU': good(220, 'rice', 'steady'),
  'RICE-RED': good(210, 'rice', 'steady'),
  'RICE-WHITE': good(215, 'rice', 'steady'),
  'RICE-PONNI': good(285, 'rice', 'steady', 0.9),
  'GREEN-GRAM': good(600, 'rice', 'steady'),
  COWPEA: good(560, 'rice', 'steady'),
  CHICKPEA: good(370, 'even', 'steady'),
  'RED-DHAL': good(275, 'even', 'steady'),
  'BLACK-GRAM': good(720, 'rice', 'steady', 0.8),
  'FINGER-MILLET': good(430, 'rice', 'steady', 0.9),
  MAIZE: good(120, 'rice', 'steady', 0.95),
  SESAME: good(420, 'rice', 'steady', 0.85),
  SOYA: good(280, 'rice', 'steady', 0.7),
  PEANUT: good(640, 'rice', 'steady', 0.85),
  'BLACK-PEPPER': good(1700, 'even', 'steady', 0.8),
};

/** Codes of the products that have a line of their own in the table, in its order. */
export const pricedCodes: readonly string[] = Object.keys(GOODS);

/** The product's line of the table; for a product that has none, an ordinary good of its type. */
export function goodOf(code: string, type: string): Good {
  return (Object.hasOwn(GOODS, code) ? GOODS[code] : undefined) ?? ordinaryGood(type);
}

function ordinaryGood(type: string): Good {
  switch (type.toLowerCase()) {
    case 'leaf vegetable':
      return good(80, 'leaf', 'calm');
    case 'fruit':
      return good(250, 'fruit', 'lively');
    case 'potatoes':
      return good(260, 'potato', 'calm');
    case 'rice':
      return good(240, 'rice', 'steady');
    case 'grain':
      return good(400, 'rice', 'steady');
    default:
      return good(180, 'lowcountry', 'lively');
  }
}
