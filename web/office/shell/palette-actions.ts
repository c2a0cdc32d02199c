import { may, type Role } from '#contract/permissions.ts';
import type { Product } from '#contract/products.ts';
import { type OfficePage, officePages } from '#web/routes.ts';
import { foldText } from '#web/ui/table-rows.ts';

/** Somewhere to go, by the names people may type. */
export interface Destination {
  id: string;
  label: string;
  /** A second, smaller line. */
  description: string;
  group: 'Screens' | 'Products';
  to: string;
  /** All that the typing is compared with. */
  text: string;
}

/** Every screen a role may see that needs no further choice. */
export function screensFor(role: Role): Destination[] {
  return Object.entries<OfficePage>(officePages)
    .filter(([path, page]) => !path.includes(':') && may(role, page.permission))
    .map(([path, { title, comesWith }]) => ({
      id: path,
      label: title,
      description: comesWith === undefined ? '' : 'not there yet',
      group: 'Screens',
      to: path,
      text: foldText(`${title} ${path}`),
    }));
}

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

/** The destinations that have every word typed; those whose label begins with it stand first. */
export function findDestinations(all: readonly Destination[], typed: string, most = 12): Destination[] {
  const wanted = foldText(typed).trim();
  const words = wanted.split(/\s+/);
  const found = all.filter(({ text }) => words.every((word) => text.includes(word)));
  const isFirst = ({ label }: Destination) => Number(!foldText(label).startsWith(wanted));
  return found.toSorted((a, b) => isFirst(a) - isFirst(b)).slice(0, most);
}
