import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';
import { invoices } from '#contract/invoices.ts';
import { may, type Role } from '#contract/permissions.ts';
import { products } from '#contract/products.ts';
import { shops } from '#contract/shops.ts';
import { tenants } from '#contract/tenants.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import {
  type Destination,
  invoiceDestinations,
  productDestinations,
  screensFor,
  shopDestinations,
  tenantDestinations,
} from './palette-actions.ts';

const PAUSE_MS = 200;
const MOST_INVOICES = 8;

/**
 * Everywhere a role may go. What cannot be fetched is left out; the rest is there all the same. Invoices are too many to
 * fetch: the server is asked for those that fit what is typed, after a breath.
 */
export function useDestinations(role: Role, typed: string): { all: Destination[]; loading: Destination['group'][] } {
  const mayReadBooks = may(role, 'books.read');
  const catalogue = useLoad('products', (signal) => api(products.list, {}, { signal }));
  const shopList = useLoad(`shops ${mayReadBooks}`, async (signal) =>
    mayReadBooks ? api(shops.list, {}, { signal }) : [],
  );
  const tenantList = useLoad(`tenants ${mayReadBooks}`, async (signal) =>
    mayReadBooks ? api(tenants.list, {}, { signal }) : [],
  );
  const wanted = mayReadBooks && mayMeanInvoice(typed) ? typed.trim() : '';
  const [asked] = useDebouncedValue(wanted, PAUSE_MS);
  const invoiceList = useLoad(`invoices ${asked}`, async (signal) =>
    asked === ''
      ? []
      : api(invoices.list, { query: { search: asked, page: '1', limit: String(MOST_INVOICES) } }, { signal }),
  );
  const all = useMemo(
    () => [
      ...screensFor(role),
      ...shopDestinations(shopList.data ?? []),
      ...tenantDestinations(tenantList.data ?? []),
      ...invoiceDestinations(invoiceList.data ?? []),
      ...productDestinations(catalogue.data ?? []),
    ],
    [role, shopList.data, tenantList.data, invoiceList.data, catalogue.data],
  );
  const waiting: [group: Destination['group'], isLoading: boolean][] = [
    ['Shops', shopList.isLoading],
    ['Tenants', tenantList.isLoading],
    ['Invoices', invoiceList.isLoading || wanted !== asked],
    ['Products', catalogue.isLoading],
  ];
  return { all, loading: waiting.flatMap(([group, isLoading]) => (isLoading ? [group] : [])) };
}

/** An invoice is looked for by a number: of itself, of its shop or of its month. */
function mayMeanInvoice(typed: string): boolean {
  return typed.trim().length >= 3 && /\d/.test(typed);
}
