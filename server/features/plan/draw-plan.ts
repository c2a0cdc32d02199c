import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import sharp from 'sharp';
import { dayOf, type Instant } from '#billing/calendar.ts';
import type { Language } from '#contract/languages.ts';
import { writeDay } from '#contract/messages/day-words.ts';
import { message } from '#contract/messages/message.ts';
import type { Rectangle, RowLabel } from '#contract/plan/lay-out.ts';
import { fitText, frameOf, layOutPlan, listMarks, pictureSize } from '#contract/plan/lay-out-plan.ts';
import type { PlanOut, PlanPart } from '#contract/plan.ts';
import { MILLIMETRE } from '../../documents/draw-paper.ts';
import { openFaces, outlineText } from '../../documents/outline-text.ts';
import { inScript } from '../../documents/shape-text.ts';

const MARGIN = 10 * MILLIMETRE;
const WIDTH = 420 * MILLIMETRE - 2 * MARGIN;
const TITLE_HEIGHT = 14 * MILLIMETRE;
const HEIGHT = 297 * MILLIMETRE - 2 * MARGIN - TITLE_HEIGHT;
/** The height of texts in units of the drawing. */
const ROW_TEXT = 2;
const MARK_TEXT = 2.4;
/** The part of its rectangle that a text may fill. */
const FILLED = 0.88;

interface StoredPlan {
  plan: PlanOut;
  picture: Buffer | undefined;
}

interface PlanSheet {
  language: Language;
  now: Instant;
  market: string;
}

/** Draws the plan on one sheet of A3. It has the numbers of stalls and no names of people. */
export async function drawPlan({ plan, picture }: StoredPlan, sheet: PlanSheet): Promise<TDocumentDefinitions> {
  await openFaces();
  const title = message('plan.paper.title', {}, sheet.language);
  const frame = frameOf(plan, layOutPlan(plan));
  const scale = Math.min(WIDTH / frame.width, HEIGHT / frame.height);
  return {
    pageSize: 'A3',
    pageOrientation: 'landscape',
    pageMargins: MARGIN,
    info: { title: title, author: sheet.market },
    content: [
      {
        columns: [
          { ...inScript(`${sheet.market} · ${title}`), bold: true, fontSize: 16 },
          { ...inScript(writeDay(dayOf(sheet.now), sheet.language)), alignment: 'right', width: 120 },
        ],
        margin: [0, 0, 0, 8],
      },
      {
        svg: drawSvg(plan, picture && (await asJpeg(picture))),
        width: frame.width * scale,
        alignment: 'center',
      },
    ],
  };
}

/** PDFs have no WebP. */
async function asJpeg(picture: Buffer): Promise<string> {
  const bytes = await sharp(picture).flatten({ background: '#ffffff' }).jpeg({ quality: 80 }).toBuffer();
  return `data:image/jpeg;base64,${bytes.toString('base64')}`;
}

function drawSvg(plan: PlanOut, picture: string | undefined): string {
  const laidOut = layOutPlan(plan);
  const { x, y, width, height } = frameOf(plan, laidOut);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${width} ${height}" width="${width}" height="${height}">`,
    picture !== undefined && plan.picture ? drawPicture(picture, plan.picture) : '',
    ...laidOut.stalls.map((stall) => drawStall(stall, stall.shopId, picture !== undefined)),
    ...laidOut.rows.map(drawRow),
    ...listMarks(plan.parts).map((mark) => drawMark(mark, mark)),
    '</svg>',
  ].join('');
}

function drawPicture(picture: string, size: { width: number; height: number }): string {
  const { width, height } = pictureSize(size);
  return `<image href="${picture}" x="0" y="0" width="${width}" height="${height}"/>`;
}

/** Ids have only letters, digits and hyphens, so that they need no escaping. Over a picture, stalls let it through. */
function drawStall(place: Rectangle, shopId: string, isOverPicture: boolean): string {
  const { x, y, width, height } = place;
  const size = fitText(shopId, place);
  const fill = isOverPicture ? 'fill="#ffffff" fill-opacity="0.75"' : 'fill="#ffffff"';
  return (
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" ${fill} stroke="#222222" stroke-width="0.2"/>` +
    `<text x="${x + width / 2}" y="${y + height / 2 + size * 0.36}" font-size="${size}" text-anchor="middle" font-family="Tamil" font-weight="bold">${shopId}</text>`
  );
}

function drawRow({ text, x, y }: RowLabel): string {
  return drawOutline(text, { right: x, middle: y, size: ROW_TEXT });
}

function drawMark({ kind, text }: Pick<PlanPart, 'kind' | 'text'>, { x, y, width, height }: Rectangle): string {
  const { width: full } = outlineText(text, MARK_TEXT, 'bold');
  const size = Math.min(MARK_TEXT, full === 0 ? MARK_TEXT : (MARK_TEXT * FILLED * width) / full, FILLED * height);
  const right = x + width / 2 + (full * size) / MARK_TEXT / 2;
  const box =
    kind === 'entrance'
      ? `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="#e4e4e4" stroke="#222222" stroke-width="0.4" stroke-dasharray="1 0.6"/>`
      : '';
  return box + drawOutline(text, { right, middle: y + height / 2, size });
}

/** Draws a text that ends at `right`, as outlines, because it may have several scripts. */
function drawOutline(text: string, { right, middle, size }: { right: number; middle: number; size: number }): string {
  const { path, width } = outlineText(text, size, 'bold');
  return `<path transform="translate(${right - width} ${middle + size * 0.36})" d="${path}" fill="#222222"/>`;
}
