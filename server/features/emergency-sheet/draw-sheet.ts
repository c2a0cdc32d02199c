import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { Instant } from '#billing/calendar.ts';
import type { Language } from '#contract/languages.ts';
import { writeInstant } from '#contract/messages/day-words.ts';
import { type ApiMessageKey, message } from '#contract/messages/message.ts';
import { MILLIMETRE } from '../../documents/draw-paper.ts';
import { inScript } from '../../documents/shape-text.ts';
import { type DescribedMarket, sheetFacts } from './describe-for-sheet.ts';
import { listRescue } from './rescue-commands.ts';

const MARGIN = 12 * MILLIMETRE;
const SMALL = 7.5;
const LABEL_WIDTH = 120;
const ABOVE: [number, number, number, number] = [0, 5, 0, 2];
const INDENT: [number, number, number, number] = [10, 0, 0, 0];
const BLANK = '_'.repeat(60);
/** What only people know. They write it on the sheet by hand. */
const BY_HAND = ['keysAt', 'identityAt', 'secretsAt', 'provider', 'person'] as const;

export interface SheetIssue {
  language: Language;
  at: Instant;
  by: string;
}

/** Draws the emergency sheet on one page. */
export function drawSheet(market: DescribedMarket, { language, at, by }: SheetIssue): TDocumentDefinitions {
  const say = (key: ApiMessageKey, values = {}) => message(key, values, language);
  const title = say('emergency-sheet.title');
  const line = (label: string, value: string) => [
    { ...inScript(label), fontSize: SMALL },
    { ...inScript(breakable(value)), fontSize: SMALL },
  ];
  const facts = sheetFacts.map((fact) =>
    line(say(`emergency-sheet.fact.${fact}`), market.facts[fact] === '' ? BLANK : market.facts[fact]),
  );
  const byHand = BY_HAND.map((name) => line(say(`emergency-sheet.hand.${name}`), BLANK));
  const steps = listRescue(market).flatMap(({ step, lines }, index): Content[] => [
    { ...inScript(`${index + 1}. ${say(`emergency-sheet.step.${step}`)}`), fontSize: SMALL, bold: true, margin: ABOVE },
    ...lines.map((text) => ({ ...inScript(breakable(text)), fontSize: SMALL, margin: INDENT })),
  ]);
  return {
    pageSize: 'A4',
    pageMargins: [MARGIN, MARGIN, MARGIN, MARGIN],
    info: { title, author: market.facts.market },
    content: [
      { ...inScript(title), bold: true, fontSize: 13 },
      inScript(say('emergency-sheet.printed', { time: writeInstant(at, language), person: by })),
      {
        layout: 'tight',
        margin: ABOVE,
        table: { widths: [LABEL_WIDTH, '*'], body: [...facts, ...byHand] },
      },
      { ...inScript(say('emergency-sheet.steps')), bold: true, fontSize: 10, margin: ABOVE },
      ...steps,
    ],
  };
}

/** Lets a text without spaces continue on the next line. The break adds no character that somebody would type. */
function breakable(text: string): string {
  return text.replaceAll(/\S{60}(?=\S)/g, '$&\n');
}
