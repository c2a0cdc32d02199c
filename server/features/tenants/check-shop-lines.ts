import { checkInput, type InputFault } from '#contract/messages/input-message.ts';
import { type ApiMessage, apiMessage } from '#contract/messages/message.ts';
import { type NewShop, shops } from '#contract/shops.ts';
import { type TenantFields, tenants } from '#contract/tenants.ts';
import { faultMessage } from '../imports/read-table.ts';
import { editedShop, shopTermsOf } from '../shops/edited-shop.ts';
import type { ListedShopRow } from '../shops/queries.ts';
import type { ShopLine } from './read-shop-lines.ts';

export interface CheckedShopLine {
  line: number;
  shop: NewShop;
  tenant: TenantFields | undefined;
  existing: ListedShopRow | undefined;
  differing: string[];
}

export interface LineFault {
  line: number;
  field: string;
  message: ApiMessage;
  text: string;
}

type Fault = Pick<LineFault, 'field' | 'message'>;

/** Checks the lines by the rules of the forms for shops and for tenants. A shop may occur only once. */
export function checkShopLines(
  lines: readonly ShopLine[],
  existing: readonly ListedShopRow[],
): { good: CheckedShopLine[]; faults: LineFault[] } {
  const shopOf = new Map(existing.map((shop) => [shop.shop_id.toLowerCase(), shop]));
  const lineOf = new Map<string, number>();
  const good: CheckedShopLine[] = [];
  const faults: LineFault[] = [];
  for (const line of lines) {
    const found: Fault[] = [];
    const read = readLine(line, found);
    const earlier = claimShop(lineOf, line);
    if (earlier !== undefined)
      found.push({ field: 'shop_id', message: apiMessage('tenants.import.same_shop', { line: earlier }) });
    faults.push(...found.map((fault) => ({ line: line.line, text: line.text, ...fault })));
    if (!read || found.length > 0) continue;
    const there = shopOf.get(read.shop.shop_id.toLowerCase());
    good.push({ line: line.line, ...read, existing: there, differing: there ? differencesOf(there, read.shop) : [] });
  }
  return { good, faults };
}

function claimShop(lineOf: Map<string, number>, { fields, line, hasWrongWidth: isTorn }: ShopLine): number | undefined {
  const key = fields.shop_id.toLowerCase();
  const earlier = lineOf.get(key);
  if (earlier === undefined && !isTorn && key !== '') lineOf.set(key, line);
  return isTorn ? undefined : earlier;
}

function readLine(
  { fields, hasWrongWidth: isTorn, vacantMark, phone }: ShopLine,
  faults: Fault[],
): { shop: NewShop; tenant: TenantFields | undefined } | undefined {
  if (isTorn) {
    faults.push({ field: 'line', message: apiMessage('refusals.bad_csv.width') });
    return undefined;
  }
  if (phone.isRounded)
    faults.push({ field: 'contact', message: apiMessage('tenants.import.rounded_phone', { text: phone.text }) });
  const shop = checkInput(shops.add.body, fields);
  faults.push(...shop.faults.map(wordFault));
  const { tenant_name: name, contact, address, email } = fields;
  const isLet = [name, contact, address, email].some((text) => text !== '');
  if (isLet && vacantMark !== '') {
    faults.push({
      field: 'tenant_name',
      message: apiMessage('tenants.import.vacant_with_details', { mark: vacantMark }),
    });
    return undefined;
  }
  const tenant = isLet ? checkInput(tenants.edit.body, { name, contact, address, email }) : undefined;
  for (const fault of (tenant?.faults ?? []).map(wordFault))
    faults.push({ ...fault, field: fault.field === 'name' ? 'tenant_name' : fault.field });
  return shop.data && (tenant === undefined || tenant.data) ? { shop: shop.data, tenant: tenant?.data } : undefined;
}

function wordFault(fault: InputFault): Fault {
  return { field: fault.field, message: faultMessage(fault) };
}

function differencesOf(existing: ListedShopRow, shop: NewShop): string[] {
  const before = editedShop.describe(existing);
  const after = editedShop.describe(shopTermsOf(shop));
  return Object.keys(after).filter((field) => before[field] !== after[field]);
}
