import { isEmptyMark, withoutEmptyId, withoutEmptyMark } from '#contract/empty-marks.ts';
import { type ApiMessage, apiMessage } from '#contract/messages/message.ts';
import type { NewShop } from '#contract/shops.ts';
import { readTelephoneCell, type TelephoneCell } from '#contract/telephone-cell.ts';
import { type Answers, askWord, type ImportQuestion, type TableLine } from '../imports/read-table.ts';
import { askChangedIds, isChangedId, restoreId } from './ask-shop-ids.ts';

export type ShopColumn = keyof NewShop | 'tenant_name' | 'contact' | 'address' | 'email';

export interface ShopLine extends TableLine<ShopColumn> {
  /** The mark that the file has in place of a tenant, such as `Vacant`; empty if it has none. */
  vacantMark: string;
  phone: TelephoneCell;
}

type Line = TableLine<ShopColumn>;

/** What is saved for a phone number or an address that a tenant must have but the file lacks. */
export const NOT_KNOWN = '-';

/** The answer that means that the shop's number is also its name. No file contains this text. */
export const SAME_AS_ID = '=shop_id';
const ID = /^[A-Za-z0-9-]{1,20}$/;
const HAS_LETTER = /[A-Za-z0-9]/;
const FRACTION = /^(?:0|0?\.\d{1,4})$/;

/**
 * Asks about shop numbers that a spreadsheet program has changed, about those with characters that an id cannot have,
 * and about VAT rates such as 0.18.
 */
export function askShapes(lines: readonly Line[], answers: Answers): ImportQuestion[] {
  const ids = lines.map(({ fields }) => withoutEmptyId(fields.shop_id));
  const odd = ids
    .map((id) => restoreId(id, answers))
    .filter((id) => !ID.test(id) && HAS_LETTER.test(id) && !isChangedId(id, answers));
  const [first] = odd;
  const rates = lines.map(({ fields }) => fields.vat_rate).filter((text) => text !== '');
  const small = rates.find((text) => FRACTION.test(text) && Number(text) > 0);
  return [
    ...askChangedIds(ids, answers),
    ...(first === undefined || idOf(first) === first
      ? []
      : [
          askWord(
            'shop-id',
            {
              question: apiMessage('imports.ask.odd_id', { id: first }),
              choices: [
                { value: 'hyphens', label: apiMessage('imports.ask.hyphens', { id: first, written: idOf(first) }) },
                { value: 'keep', label: apiMessage('imports.ask.keep_id') },
              ],
              lines: odd.length,
            },
            answers,
          ),
        ]),
    ...(small === undefined || !rates.every((text) => FRACTION.test(text))
      ? []
      : [
          askWord(
            'vat-share',
            {
              question: apiMessage('imports.ask.vat_share', { rate: small }),
              choices: ['100', '1'].map((value) => ({
                value,
                label: apiMessage('imports.ask.percent', { rate: value === '100' ? inPercent(small) : small }),
              })),
              lines: rates.length,
            },
            answers,
          ),
        ]),
  ];
}

export function shapeLines(lines: readonly Line[], answers: Answers): ShopLine[] {
  return lines.map((line) => {
    const { fields } = line;
    const written = restoreId(withoutEmptyId(fields.shop_id), answers);
    const shop_id = answers['shop-id'] === 'hyphens' ? idOf(written) : written;
    const rate = fields.vat_rate.replace(/\s*%$/, '');
    const tenant_name = withoutEmptyMark(fields.tenant_name);
    const unknown = tenant_name === '' ? '' : NOT_KNOWN;
    const phone = readTelephoneCell(withoutEmptyMark(fields.contact));
    return {
      ...line,
      vacantMark: isEmptyMark(fields.tenant_name) ? fields.tenant_name : '',
      phone,
      fields: {
        ...fields,
        tenant_name,
        shop_id,
        shop_name: fields.shop_name === SAME_AS_ID ? shop_id : fields.shop_name,
        vat_rate: answers['vat-share'] === '100' && FRACTION.test(rate) ? inPercent(rate) : rate,
        contact: phone.text || unknown,
        address: withoutEmptyMark(fields.address) || unknown,
        email: withoutEmptyMark(fields.email),
      },
    };
  });
}

function idOf(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
}

/** Converts a share such as `0.175` to a percentage such as `17.5`. */
function inPercent(share: string): string {
  const [whole = '', decimals = ''] = share.split('.');
  const digits = `${whole}${decimals.padEnd(4, '0')}`;
  return String(Number(digits) / 100);
}

const MOST_NAMED = 5;

/** Returns notes about what was read from the lines in another way than written. */
export function describeReading(lines: readonly ShopLine[]): ApiMessage[] {
  const vacant = lines.flatMap(({ vacantMark }) => (vacantMark === '' ? [] : [vacantMark]));
  const marks = [...new Set(vacant)].slice(0, MOST_NAMED).map((mark) => `“${mark}”`);
  const completed = lines.filter(({ phone }) => phone.hasZeroAdded).length;
  return [
    ...(vacant.length > 0
      ? [apiMessage('imports.note.vacant', { count: vacant.length, marks: marks.join(', ') })]
      : []),
    ...(completed > 0 ? [apiMessage('imports.note.zero_added', { count: completed })] : []),
  ];
}
