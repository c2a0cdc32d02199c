import type { Answer } from '#contract/call.ts';
import { type imports, MOST_FAULTS_SHOWN, MOST_IMPORTED_SHOWN } from '#contract/imports.ts';
import type { Words } from '#contract/messages/message.ts';
import { describeProductLine, type ProductImport } from '../products/import-products.ts';
import {
  describeShopLine,
  describeShopNotes,
  isNewShop,
  isNewTenant,
  type ShopImport,
} from '../tenants/import-shops.ts';

type Row = { line: number; text: Words; status: Answer<typeof imports.table>['rows'][number]['status'] };

export function presentShops({ good, faults, notes, ...outcome }: ShopImport) {
  const rows = good.map((one) => ({
    line: one.line,
    text: describeShopLine(one),
    status: isNewShop(one) || isNewTenant(one) ? ('added' as const) : ('unchanged' as const),
  }));
  return summaryOf({ ...outcome, rows, faults, notes: describeShopNotes({ notes, good }) });
}

export function presentProducts({ good, faults, ...outcome }: ProductImport) {
  const rows = good.map((one) => ({
    line: one.line,
    text: describeProductLine(one),
    status: one.existing ? ('unchanged' as const) : ('added' as const),
  }));
  return summaryOf({ ...outcome, rows, faults });
}

interface Outcome extends Pick<ShopImport, 'lines' | 'questions' | 'written'> {
  rows: readonly Row[];
  faults: readonly { line: number; message: Words; text: string }[];
  notes: Words[];
}

function summaryOf({ rows, faults, lines, questions, written, notes }: Outcome) {
  const added = rows.filter(({ status }) => status === 'added');
  const unchanged = rows.filter(({ status }) => status === 'unchanged');
  return {
    lines,
    questions,
    written,
    notes,
    accepted: rows.length,
    added: added.length,
    unchanged: unchanged.length,
    rows: [...added, ...unchanged].slice(0, MOST_IMPORTED_SHOWN),
    faulty: new Set(faults.map(({ line }) => line)).size,
    faults: faults.slice(0, MOST_FAULTS_SHOWN).map(({ line, message, text }) => ({ line, reason: message, text })),
  };
}
