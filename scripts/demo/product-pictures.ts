/**
 * Pictures for the commonest products of the demo, drawn by ourselves in a few flat shapes so that they belong to
 * nobody else. Products without one are left without: the site shows its own sign for that.
 */
import { bananas, coconuts, kingCoconuts, mangoes, papayas, pineapples } from './pictures/fruits.ts';
import {
  brinjals,
  capsicums,
  cucumbers,
  driedChillies,
  greenChillies,
  limes,
  okras,
  pumpkins,
  tomatoes,
} from './pictures/garden.ts';
import { pulses, rice } from './pictures/grains.ts';
import { cabbages, gotukola, kankun, leeks, mukunuwenna } from './pictures/leaves.ts';
import { beans, bitterGourds, drumsticks, snakeGourds } from './pictures/pods.ts';
import { beetroots, bigOnions, carrots, ginger, potatoes, radishes, redOnions } from './pictures/roots.ts';

type Drawing = (tint: string) => string;

const DRAWINGS: Readonly<Record<string, Drawing>> = {
  BEANS: beans,
  'CARROT-NE': carrots,
  'CARROT-JF': carrots,
  CABBAGE: cabbages,
  'CABBAGE-RED': (tint) => cabbages(tint, '#a3568c', '#5d2a5c'),
  LEEKS: leeks,
  'BEET-NE': beetroots,
  'BEET-CUT-ML': beetroots,
  'BEET-CUT-PT': beetroots,
  RADISH: radishes,
  TOMATO: tomatoes,
  CAPSICUM: capsicums,
  'GREEN-CHILLI': greenChillies,
  'DRIED-CHILLI': driedChillies,
  BRINJAL: brinjals,
  OKRA: okras,
  'SNAKE-GOURD': snakeGourds,
  'BITTER-GOURD': bitterGourds,
  'PUMPKIN-MY': pumpkins,
  'PUMPKIN-BIG': pumpkins,
  CUCUMBER: cucumbers,
  DRUMSTICK: drumsticks,
  LIME: limes,
  GINGER: ginger,
  'RED-ONION-L': redOnions,
  'RED-ONION-I': redOnions,
  'BIG-ONION-L': bigOnions,
  'BIG-ONION-I': bigOnions,
  'POTATO-NE': potatoes,
  'POTATO-WM': potatoes,
  'POTATO-JF': potatoes,
  'POTATO-IM': potatoes,
  GOTUKOLA: gotukola,
  MUKUNUWENNA: mukunuwenna,
  KANKUN: kankun,
  'BANANA-AMBUL': bananas,
  'BANANA-SEENI': bananas,
  'BANANA-KOLI': bananas,
  'BANANA-RED': (tint) => bananas(tint, '#b5503c'),
  PAPAYA: papayas,
  PINEAPPLE: pineapples,
  'MANGO-KC': mangoes,
  'MANGO-TJC': mangoes,
  COCONUT: coconuts,
  'KING-COCONUT': kingCoconuts,
  'RICE-SAMBA': (tint) => rice(tint, '#efe0bd'),
  'RICE-KEERI': (tint) => rice(tint, '#f3e9cf'),
  'RICE-NADU': (tint) => rice(tint, '#e6d3a8'),
  'RICE-RED': (tint) => rice(tint, '#b4694a'),
  'RICE-WHITE': (tint) => rice(tint, '#f6f1e4'),
  'GREEN-GRAM': (tint) => pulses(tint, '#8a9c3f'),
  COWPEA: (tint) => pulses(tint, '#c99a6a'),
  CHICKPEA: (tint) => pulses(tint, '#d9b273'),
  'RED-DHAL': (tint) => pulses(tint, '#e5793f'),
};

const TINTS: ReadonlyMap<string, string> = new Map([
  ['vegetable', '#b9d3a0'],
  ['potatoes', '#dcc394'],
  ['leaf vegetable', '#e9cf8e'],
  ['fruit', '#f0c3a0'],
  ['rice', '#a8cdb8'],
  ['grain', '#c9d79a'],
]);

/** Codes of the products that have a picture. */
export const picturedCodes: readonly string[] = Object.keys(DRAWINGS);

/**
 * The product's picture as SVG text of 640 x 480, on the soft tint of its type; undefined when none is drawn for it.
 */
export function productPicture(code: string, type: string): string | undefined {
  const drawing = Object.hasOwn(DRAWINGS, code) ? DRAWINGS[code] : undefined;
  return drawing?.(TINTS.get(type.toLowerCase()) ?? '#cfd8b6');
}
