import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';
import { invoices } from '#contract/invoices.ts';
import { may } from '#contract/permissions.ts';
import { products } from '#contract/products.ts';
import { shops } from '#contract/shops.ts';
import { tenants } from '#contract/tenants.ts';
import type { Role } from '#contract/words.ts';
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
const MAX_INVOICES = 8;

/** A failed group is missing. The server searches invoices, because they are too many to fetch. */
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
      : api(invoices.list, { query: { search: asked, page: '1', limit: String(MAX_INVOICES) } }, { signal }),
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
    ['shops', shopList.isLoading],
    ['tenants', tenantList.isLoading],
    ['invoices', invoiceList.isLoading || wanted !== asked],
    ['products', catalogue.isLoading],
  ];
  return { all, loading: waiting.flatMap(([group, isLoading]) => (isLoading ? [group] : [])) };
}

function mayMeanInvoice(typed: string): boolean {
  return typed.trim().length >= 3 && /\d/.test(typed);
}
