import type { Answer } from '#contract/call.ts';
import { foldForSearch, foldId, foldText, foldWords, isFound } from '#contract/fold-text.ts';
import type { ListedInvoice } from '#contract/invoices.ts';
import { may, type Permission } from '#contract/permissions.ts';
import type { Product } from '#contract/products.ts';
import type { shops } from '#contract/shops.ts';
import type { tenants } from '#contract/tenants.ts';
import type { Role } from '#contract/words.ts';
import { type MessageKey, t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { type OfficePage, officePages } from '#web/routes.ts';
import { formatMonth } from '#web/ui/format/dates.ts';
import { localName, otherNames } from '../local-name.ts';

export const groups = ['screens', 'shops', 'tenants', 'invoices', 'products'] as const;

export interface Destination {
  id: string;
  label: string;
  description: string;
  group: (typeof groups)[number];
  to: string;
  isOutside?: true;
  /** All its names, folded. */
  text: string;
}

export function screensFor(role: Role): Destination[] {
  const screens = Object.entries<OfficePage>(officePages)
    .filter(([path, page]) => !path.includes(':') && !page.isBare)
    .map(([to, { title, permission }]) => ({ to, title, permission }));
  return [...screens, ...FURTHER]
    .filter(({ permission }) => may(role, permission))
    .map(({ title, permission: _, ...place }) => ({
      ...place,
      id: `${place.to} ${title}`,
      label: t(title),
      description: '',
      group: 'screens',
      text: foldForSearch(`${t(title)} ${place.to}`),
    }));
}

const FURTHER: readonly { to: string; title: MessageKey; permission: Permission; isOutside?: true }[] = [
  { to: '/settings', title: 'shell.palette.backup', permission: 'backup.read' },
  { to: '/settings/contact', title: 'shell.palette.phones', permission: 'settings.read' },
  { to: '/admin-panel', title: 'shell.palette.sessions', permission: 'accounts.read' },
  { to: '/gate', title: 'shell.palette.gate', permission: 'tickets.write', isOutside: true },
  { to: '/', title: 'shell.account.publicSite', permission: 'session.own', isOutside: true },
];

export function productDestinations(catalogue: readonly Product[]): Destination[] {
  return catalogue.map((product) => ({
    id: `product-${product.id}`,
    label: localName(product),
    description: otherNames(product)
      .map(({ text }) => text)
      .join(' · '),
    group: 'products',
    to: `/product-summary/${product.id}`,
    text: foldForSearch([product.name, product.name_si, product.name_ta, product.code, ...product.aliases].join(' ')),
  }));
}

export function shopDestinations(all: Answer<typeof shops.list>): Destination[] {
  return all.map(({ shop_id, shop_name, location, tenant_name }) => ({
    id: `shop-${shop_id}`,
    label: `${shop_id} ${shop_name}`,
    description: [location, tenant_name].filter(Boolean).join(' · '),
    group: 'shops',
    to: `/shop-summary/${shop_id}`,
    text: foldForSearch([shop_id, shop_name, location, tenant_name].join(' ')),
  }));
}

export function tenantDestinations(all: Answer<typeof tenants.list>): Destination[] {
  return all.map(({ tenant_id, name, contact, email, Shop: { shop_id, shop_name } }) => ({
    id: `tenant-${tenant_id}`,
    label: name,
    description: [`${shop_id} ${shop_name}`, contact].join(' · '),
    group: 'tenants',
    to: `/shop-summary/${shop_id}`,
    text: foldForSearch([name, contact, email, shop_id, shop_name].join(' ')),
  }));
}

export function invoiceDestinations(all: readonly ListedInvoice[]): Destination[] {
  return all.map(({ invoice_id, shop_id, month_year, status, Shop: { shop_name, Tenant } }) => ({
    id: `invoice-${invoice_id}`,
    label: invoice_id,
    description: [
      t('shell.palette.invoice', { month: formatMonth(month_year), status: word('status', status) }),
      shop_name,
      Tenant?.name,
    ]
      .filter(Boolean)
      .join(' · '),
    group: 'invoices',
    to: `/shop-summary/${shop_id}?${new URLSearchParams({ tab: 'invoices', 'invoices-search': invoice_id })}`,
    text: foldForSearch([invoice_id, shop_id, month_year].join(' ')),
  }));
}

/** Every word must match. A few of each group, so that many shops do not displace the one product. */
export function findDestinations(all: readonly Destination[], typed: string, mostOfGroup = 8): Destination[] {
  const wanted = foldText(typed);
  const words = foldWords(typed);
  const id = foldId(typed);
  const found = all.filter((one) => isFound(words, one.text) || isNamedBy(one, id));
  const inOrder = found.toSorted((a, b) => placeOf(a, wanted, id) - placeOf(b, wanted, id));
  return groups.flatMap((name) => inOrder.filter(({ group }) => group === name).slice(0, mostOfGroup));
}

function isNamedBy({ label }: Destination, id: string): boolean {
  return id !== '' && foldId(label.split(' ')[0] ?? '') === id;
}

function placeOf(one: Destination, wanted: string, id: string): number {
  const { label, description } = one;
  if (isNamedBy(one, id)) return 0;
  const [name = '', ...others] = [label, ...description.split(' · ')].map(foldText);
  if ([name, ...others].includes(wanted)) return 0;
  if (name.startsWith(`${wanted} `)) return 1;
  return name.startsWith(wanted) ? 2 : 3;
}
