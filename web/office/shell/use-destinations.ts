import { useMemo } from 'react';
import { may, type Role } from '#contract/permissions.ts';
import { products } from '#contract/products.ts';
import { shops } from '#contract/shops.ts';
import { tenants } from '#contract/tenants.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import {
  type Destination,
  productDestinations,
  screensFor,
  shopDestinations,
  tenantDestinations,
} from './palette-actions.ts';

/** Everywhere a role may go. What cannot be fetched is left out; the rest is there all the same. */
export function useDestinations(role: Role): { all: Destination[]; isLoading: boolean } {
  const mayReadBooks = may(role, 'books.read');
  const catalogue = useLoad('products', (signal) => api(products.list, {}, { signal }));
  const shopList = useLoad(`shops ${mayReadBooks}`, async (signal) =>
    mayReadBooks ? api(shops.list, {}, { signal }) : [],
  );
  const tenantList = useLoad(`tenants ${mayReadBooks}`, async (signal) =>
    mayReadBooks ? api(tenants.list, {}, { signal }) : [],
  );
  const all = useMemo(
    () => [
      ...screensFor(role),
      ...shopDestinations(shopList.data ?? []),
      ...tenantDestinations(tenantList.data ?? []),
      ...productDestinations(catalogue.data ?? []),
    ],
    [role, shopList.data, tenantList.data, catalogue.data],
  );
  return { all, isLoading: [catalogue, shopList, tenantList].some((load) => load.isLoading) };
}
