const collator = new Intl.Collator('en', { numeric: true });

/** Sorts by shop, A2 before A10, then by month: the order in which invoices are handed out in the market. */
export function sortInvoiceIds(ids: readonly string[]): string[] {
  return ids.toSorted((a, b) => {
    const one = partsOf(a);
    const other = partsOf(b);
    return collator.compare(one.shop, other.shop) || collator.compare(one.month, other.month);
  });
}

/**
 * Returns the shop and the month that an invoice id contains: INV-{shop_id}-{YYYYMM} (docs/rules.md, Charges of an
 * invoice).
 */
function partsOf(id: string): { shop: string; month: string } {
  const end = id.lastIndexOf('-');
  return { shop: id.slice(0, end), month: id.slice(end) };
}
