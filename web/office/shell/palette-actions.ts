import type { Answer } from '#contract/call.ts';
import { foldText, foldWords } from '#contract/fold-text.ts';
import type { ListedInvoice } from '#contract/invoices.ts';
import { may, type Permission, type Role } from '#contract/permissions.ts';
import type { Product } from '#contract/products.ts';
import type { shops } from '#contract/shops.ts';
import type { tenants } from '#contract/tenants.ts';
import { type OfficePage, officePages } from '#web/routes.ts';
import { formatMonth } from '#web/ui/format/dates.ts';

/** What one can go to, in the order in which it is offered. */
export const groups = ['Screens', 'Shops', 'Tenants', 'Invoices', 'Products'] as const;

/** Somewhere to go, by the names people may type. */
export interface Destination {
  id: string;
  label: string;
  /** A second, smaller line. */
  description: string;
  group: (typeof groups)[number];
  to: string;
  /** It is no screen of the office: the browser loads it. */
  isOutside?: true;
  /** All that the typing is compared with. */
  text: string;
}

/** Every screen a role may see that needs no further choice, and what else they look for by a name of its own. */
export function screensFor(role: Role): Destination[] {
  const screens = Object.entries<OfficePage>(officePages)
    .filter(([path, page]) => !path.includes(':') && !page.isBare)
    .map(([to, { title, permission }]) => ({ to, title, permission }));
  return [...screens, ...FURTHER]
    .filter(({ permission }) => may(role, permission))
    .map(({ title, permission: _, ...place }) => ({
      ...place,
      id: `${place.to} ${title}`,
      label: title,
      description: '',
      group: 'Screens',
      text: foldText(`${title} ${place.to}`),
    }));
}

/** Parts of a screen that people look for by a name of their own, and screens beside the office. */
const FURTHER: readonly { to: string; title: string; permission: Permission; isOutside?: true }[] = [
  { to: '/settings', title: 'Backup download', permission: 'backup.read' },
  { to: '/admin-panel', title: 'Who is signed in', permission: 'accounts.read' },
  { to: '/gate', title: 'Gate screen', permission: 'tickets.write', isOutside: true },
  { to: '/', title: 'Public site', permission: 'session.own', isOutside: true },
];

/** Every product, found by its names in three languages, its other names and its code. */
export function productDestinations(catalogue: readonly Product[]): Destination[] {
  return catalogue.map((product) => ({
    id: `product-${product.id}`,
    label: product.name,
    description: [product.name_si, product.name_ta].filter(Boolean).join(' · '),
    group: 'Products',
    to: `/product-summary/${product.id}`,
    text: foldText([product.name, product.name_si, product.name_ta, product.code, ...product.aliases].join(' ')),
  }));
}

/** Every shop, found by its id, its name, its location and whoever rents it; leads to all about it. */
export function shopDestinations(all: Answer<typeof shops.list>): Destination[] {
  return all.map(({ shop_id, shop_name, location, tenant_name }) => ({
    id: `shop-${shop_id}`,
    label: `${shop_id} ${shop_name}`,
    description: [location, tenant_name].filter(Boolean).join(' · '),
    group: 'Shops',
    to: `/shop-summary/${shop_id}`,
    text: foldText([shop_id, shop_name, location, tenant_name].join(' ')),
  }));
}

/** Every tenant, found by their name, their contact, their e-mail and their shop; leads to all about that shop. */
export function tenantDestinations(all: Answer<typeof tenants.list>): Destination[] {
  return all.map(({ tenant_id, name, contact, email, Shop: { shop_id, shop_name } }) => ({
    id: `tenant-${tenant_id}`,
    label: name,
    description: `${shop_id} ${shop_name} · ${contact}`,
    group: 'Tenants',
    to: `/shop-summary/${shop_id}`,
    text: foldText([name, contact, email, shop_id, shop_name].join(' ')),
  }));
}

/** Invoices, found by their id, their shop and their month; each leads to itself among those of its shop. */
export function invoiceDestinations(all: readonly ListedInvoice[]): Destination[] {
  return all.map(({ invoice_id, shop_id, month_year, status, Shop: { shop_name, Tenant } }) => ({
    id: `invoice-${invoice_id}`,
    label: invoice_id,
    description: [`${formatMonth(month_year)}, ${status}`, shop_name, Tenant?.name].filter(Boolean).join(' · '),
    group: 'Invoices',
    to: `/shop-summary/${shop_id}?${new URLSearchParams({ tab: 'invoices', 'invoices-search': invoice_id })}`,
    text: foldText([invoice_id, shop_id, month_year].join(' ')),
  }));
}

/**
 * The destinations that have every word typed, a few of each group, so that many shops do not push out the one product;
 * those whose label begins with what was typed stand first.
 */
export function findDestinations(all: readonly Destination[], typed: string, mostOfGroup = 8): Destination[] {
  const wanted = foldText(typed);
  const words = foldWords(typed);
  const found = all.filter(({ text }) => words.every((word) => text.includes(word)));
  const isFirst = ({ label }: Destination) => Number(!foldText(label).startsWith(wanted));
  const inOrder = found.toSorted((a, b) => isFirst(a) - isFirst(b));
  return groups.flatMap((name) => inOrder.filter(({ group }) => group === name).slice(0, mostOfGroup));
}
