import { officePages } from 'virtual:office/pages';
import words from 'virtual:office/words';
import type { Role } from '#contract/roles.ts';
import { type MessageKey, t } from '#web/i18n/t.ts';
import { placeOf } from '../place-of.ts';
import '@mantine/spotlight/styles.layer.css';
import IconSearch from 'virtual:icons/search';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { dayOf } from '#billing/calendar.ts';
import { paymentReference } from '#billing/tax/payment-reference.ts';
import { amountOf } from '#contract/amount-text.ts';
import type { Answer } from '#contract/call.ts';
import { foldForSearch, foldId, foldText, foldWords, isFound } from '#contract/fold-text.ts';
import { invoices, type ListedInvoice } from '#contract/invoices.ts';
import { payments, type Receipt } from '#contract/payments.ts';
import { may, type Permission } from '#contract/permissions.ts';
import { type Product, products } from '#contract/products.ts';
import { shops } from '#contract/shops.ts';
import { tenants } from '#contract/tenants.ts';
import { word } from '#web/i18n/word.ts';
import { ALL_YEARS } from '#web/ui/address/use-period.ts';
import { formatMonth, formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { localName, otherNames } from '../local-name.ts';
import type { EarlyKeys } from './use-early-keys.ts';

/**
 * The groups in the order of the list. Screens found only by an everyday word (`related`) are last, so that `lim` finds
 * limes first.
 */
const groups = [
  'acts',
  'receipts',
  'screens',
  'shops',
  'tenants',
  'invoices',
  'products',
  'amounts',
  'related',
] as const;

interface Destination {
  id: string;
  label: string;
  description: string;
  group: (typeof groups)[number];
  to: string;
  isOutside?: true;
  /** All names of the destination, prepared for the search by foldForSearch. */
  text: string;
}

export function screensFor(role: Role): Destination[] {
  const screens = Object.entries(officePages)
    .filter(([path, page]) => !path.includes(':') && !page.isBare)
    .map(([to, { title, permission }]) => ({ to, title, permission, words: words[to] }));
  return [...screens, ...FURTHER]
    .filter(({ permission }) => may(role, permission))
    .flatMap(({ title, permission: _, words: related, ...place }: FurtherPlace): Destination[] => {
      const one: Destination = {
        ...place,
        id: `${place.to} ${title}`,
        label: t(title),
        description: '',
        group: 'screens',
        text: foldForSearch(`${t(title)} ${place.to}`),
      };
      if (!related) return [one];
      return [one, { ...one, id: `related ${one.id}`, group: 'related', text: foldForSearch(t(related)) }];
    });
}

interface FurtherPlace {
  to: string;
  title: MessageKey;
  permission: Permission;
  words?: MessageKey | undefined;
  isOutside?: true;
}

const FURTHER: readonly FurtherPlace[] = [
  { to: placeOf('/settings'), title: 'shell.palette.backup', permission: 'backup.read', words: 'shell.words.backup' },
  { to: placeOf('/settings/contact'), title: 'shell.palette.phones', permission: 'settings.read' },
  { to: placeOf('/admin-panel'), title: 'shell.palette.sessions', permission: 'accounts.read' },
  { to: placeOf('/my-day'), title: 'shell.palette.close', permission: 'payments.take' },
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
    to: placeOf('/product-summary/:productId', { productId: product.id }),
    text: foldForSearch([product.name, product.name_si, product.name_ta, product.code, ...product.aliases].join(' ')),
  }));
}

export function shopDestinations(all: Answer<typeof shops.list>): Destination[] {
  return all.map(({ shop_id, shop_name, location, tenant_name }) => ({
    id: `shop-${shop_id}`,
    label: `${shop_id} ${shop_name}`,
    description: [location, tenant_name].filter(Boolean).join(' · '),
    group: 'shops',
    to: placeOf('/shop-summary/:shopId', { shopId: shop_id }),
    text: foldForSearch([shop_id, shop_name, location, tenant_name].join(' ')),
  }));
}

export function tenantDestinations(all: Answer<typeof tenants.list>): Destination[] {
  return all.map(({ tenant_id, name, contact, email, Shop: { shop_id, shop_name } }) => ({
    id: `tenant-${tenant_id}`,
    label: name,
    description: [`${shop_id} ${shop_name}`, contact].join(' · '),
    group: 'tenants',
    to: placeOf('/shop-summary/:shopId', { shopId: shop_id }),
    text: foldForSearch([name, contact, email, shop_id, shop_name].join(' ')),
  }));
}

function invoiceDestinations(all: readonly ListedInvoice[]): Destination[] {
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
    to: placeOf('/shop-summary/:shopId', { shopId: shop_id, tab: 'invoices', 'invoices-search': invoice_id }),
    text: foldForSearch([invoice_id, paymentReference(invoice_id), shop_id, month_year].join(' ')),
  }));
}

interface ActOnShop {
  title: MessageKey;
  permission: Permission;
  addressOf: (shopId: string) => string;
}

const ACTS: readonly ActOnShop[] = [
  {
    title: 'shell.palette.act.pay',
    permission: 'payments.take',
    addressOf: (shop) => placeOf('/make-payment', { shop }),
  },
  {
    title: 'shell.palette.act.remind',
    permission: 'books.write',
    addressOf: (search) => placeOf('/manager-dashboard', { search }),
  },
  {
    title: 'shell.palette.act.statement',
    permission: 'books.read',
    addressOf: (shopId) => placeOf('/shop-summary/:shopId', { shopId, tab: 'statement' }),
  },
];

const SHORTEST_VERB = 3;

function actsNamedBy(role: Role, typed: string): ActOnShop[] {
  const [verb = '', ...shop] = foldWords(typed);
  if (verb.length < SHORTEST_VERB || shop.length === 0) return [];
  return ACTS.filter(({ title, permission }) => may(role, permission) && foldWords(t(title))[0]?.startsWith(verb));
}

/** Returns what `typed` asks to be done with a shop: a verb, and words that find the shop. */
export function actDestinations(role: Role, all: readonly Destination[], typed: string): Destination[] {
  const acts = actsNamedBy(role, typed);
  if (acts.length === 0) return [];
  const found = findDestinations(all, foldWords(typed).slice(1).join(' '));
  return acts.flatMap(({ title, addressOf }) =>
    found.map((shop) => ({
      ...shop,
      id: `${title} ${shop.id}`,
      label: t(title, { shop: shop.label }),
      group: 'acts' as const,
      to: addressOf(shop.id.replace('shop-', '')),
      text: foldForSearch(typed),
    })),
  );
}

function receiptDestinations({ payment_id, shop_id, amount, payment_date, tenant_name }: Receipt): Destination[] {
  const number = String(payment_id);
  return [
    {
      id: `receipt-${number}`,
      label: t('shell.palette.receipt', { number }),
      description: [shop_id, tenant_name, formatMoney(amount), formatOfficeDay(dayOf(payment_date))]
        .filter(Boolean)
        .join(' · '),
      group: 'receipts',
      to: placeOf('/receipt/:paymentId', { paymentId: payment_id }),
      text: foldForSearch(number),
    },
  ];
}

/** Returns the list of the payments of an amount, in all years. */
export function amountDestinations(role: Role, typed: string): Destination[] {
  const rupees = amountOf(typed);
  if (!(rupees > 0) || !may(role, 'books.read')) return [];
  return [
    {
      id: 'payments of an amount',
      label: t('shell.palette.amount', { amount: formatMoney(rupees) }),
      description: '',
      group: 'amounts',
      to: placeOf('/view-payments', { amount: rupees, year: ALL_YEARS }),
      text: foldForSearch(typed),
    },
  ];
}

/**
 * Returns the destinations that match every word. Each group is limited to `mostOfGroup`, so that many matching shops
 * do not push the only matching product off the list.
 */
export function findDestinations(all: readonly Destination[], typed: string, mostOfGroup = 8): Destination[] {
  const wanted = foldText(typed);
  const words = foldWords(typed);
  const id = foldId(typed);
  const matching = all.filter((one) => isFound(words, one.text) || isNamedBy(one, id));
  const named = new Set(matching.flatMap(({ group, to }) => (group === 'screens' ? [to] : [])));
  const found = matching.filter(({ group, to }) => group !== 'related' || !named.has(to));
  const inOrder = found.toSorted((a, b) => rankOf(a, wanted, id) - rankOf(b, wanted, id));
  return groups.flatMap((name) => inOrder.filter(({ group }) => group === name).slice(0, mostOfGroup));
}

function isNamedBy({ label }: Destination, id: string): boolean {
  return id !== '' && foldId(label.split(' ')[0] ?? '') === id;
}

function rankOf(one: Destination, wanted: string, id: string): number {
  const { label, description } = one;
  if (isNamedBy(one, id)) return 0;
  const [name = '', ...others] = [label, ...description.split(' · ')].map(foldText);
  if ([name, ...others].includes(wanted)) return 0;
  if (name.startsWith(`${wanted} `)) return 1;
  return name.startsWith(wanted) ? 2 : 3;
}

const PAUSE_MS = 200;
const MAX_INVOICES = 8;

/**
 * Returns what the palette can open, and the groups that are still loading. A group that fails to load is omitted. The
 * server searches the invoices, because there are too many to load.
 */
function useDestinations(role: Role, typed: string): { all: Destination[]; loading: Destination['group'][] } {
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
  const number = /^\d{1,9}$/.test(asked) ? asked : '';
  const receiptLoad = useLoad(`receipt ${number}`, async (signal) =>
    number === '' ? undefined : api(payments.receipt, { params: { id: number } }, { signal }),
  );
  const all = useMemo(
    () => [
      ...actDestinations(role, shopDestinations(shopList.data ?? []), typed),
      ...(receiptLoad.data ? receiptDestinations(receiptLoad.data) : []),
      ...screensFor(role),
      ...shopDestinations(shopList.data ?? []),
      ...tenantDestinations(tenantList.data ?? []),
      ...invoiceDestinations(invoiceList.data ?? []),
      ...productDestinations(catalogue.data ?? []),
      ...amountDestinations(role, typed),
    ],
    [role, typed, receiptLoad.data, shopList.data, tenantList.data, invoiceList.data, catalogue.data],
  );
  const waiting: [group: Destination['group'], isLoading: boolean][] = [
    ['acts', shopList.isLoading && actsNamedBy(role, typed).length > 0],
    ['receipts', receiptLoad.isLoading || wanted !== asked],
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

const [store, palette] = createSpotlight();

interface PaletteProps {
  role: Role;
  isOpen: boolean;
  takeKeys: () => EarlyKeys;
  close: () => void;
}

const LIST = 'palette-found';

export function Palette({ role, isOpen, takeKeys, close }: PaletteProps) {
  const [typed, setTyped] = useState('');
  const navigate = useNavigate();
  const { all, loading } = useDestinations(role, typed);
  const found = findDestinations(all, typed);
  useEffect(() => {
    if (isOpen) palette.open();
  }, [isOpen]);
  const firstId = found[0]?.id;
  useLayoutEffect(() => {
    if (typed !== '' && firstId !== undefined) markFirst();
  }, [typed, firstId]);

  const go = ({ to, isOutside }: Destination) => {
    if (isOutside) location.assign(to);
    else void navigate(to);
  };
  const enter = useWaitingEnter(isFinalFor(found[0], loading), () => {
    if (!found[0]) return;
    palette.close();
    go(found[0]);
  });
  const onFocus = () => {
    const { text, isEntered } = takeKeys();
    if (text !== '') setTyped((before) => before + text);
    if (isEntered) enter.wait();
  };
  const onBlur = ({ currentTarget: search, relatedTarget: next }: React.FocusEvent<HTMLInputElement>) => {
    // A screen that loads late focuses its title, so the search takes the focus back. It does so in a microtask,
    // because `next` does not have the focus yet during this event.
    if (next && store.getState().opened) queueMicrotask(() => search.focus());
  };
  const onKeyDownCapture = (event: React.KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    // A line chosen with the arrow keys is opened immediately, even before the results are final.
    if (typed === '' || store.getState().selected > 0) return;
    event.preventDefault();
    event.stopPropagation();
    enter.wait();
  };
  const onQueryChange = (query: string) => {
    enter.forget();
    setTyped(query);
  };
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={typed}
      onQueryChange={onQueryChange}
      onSpotlightClose={close}
      scrollable
      maxHeight={420}
      attributes={{ content: { 'aria-label': t('shell.palette.label') } }}
      overlayProps={{ blur: 0 }}
    >
      <Spotlight.Search
        placeholder={t('shell.palette.search')}
        aria-label={t('shell.palette.search')}
        leftSection={<IconSearch size={18} aria-hidden />}
        onFocus={onFocus}
        onBlur={onBlur}
        onKeyDownCapture={onKeyDownCapture}
      />
      <Spotlight.ActionsList id={LIST}>
        {groups.map((name) => (
          <Found key={name} name={name} found={found} go={go} />
        ))}
        {found.length === 0 && (
          <Spotlight.Empty>
            {loading.length > 0 ? t('shell.palette.loading') : t('shell.palette.empty')}
          </Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

/** Returns true if no group that is still loading can have a result that would be listed before `first`. */
function isFinalFor(first: Destination | undefined, loading: readonly Destination['group'][]): boolean {
  const place = first ? groups.indexOf(first.group) : groups.length;
  return loading.every((group) => groups.indexOf(group) > place);
}

/** Remembers an Enter key press that came before the results were final, and calls `act` once they are final. */
function useWaitingEnter(isFinal: boolean, act: () => void): { wait: () => void; forget: () => void } {
  const [isWaiting, setIsWaiting] = useState(false);
  const onFinal = useEffectEvent(act);
  useEffect(() => {
    if (!isWaiting || !isFinal) return;
    setIsWaiting(false);
    onFinal();
  }, [isWaiting, isFinal]);
  return { wait: () => setIsWaiting(true), forget: () => setIsWaiting(false) };
}

/**
 * Selects the first line, unless another was chosen with the arrow keys. The library does so only while typing, not when
 * a result arrives later.
 */
function markFirst(): void {
  const list = document.getElementById(LIST);
  if (!list || store.getState().selected > 0) return;
  list.querySelector('[data-selected]')?.removeAttribute('data-selected');
  list.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  store.updateState((state) => ({ ...state, selected: 0 }));
}

interface FoundProps {
  name: Destination['group'];
  found: readonly Destination[];
  go: (to: Destination) => void;
}

function Found({ name, found, go }: FoundProps) {
  const ofGroup = found.filter(({ group }) => group === name);
  if (ofGroup.length === 0) return null;
  return (
    <Spotlight.ActionsGroup label={t(`shell.palette.group.${name}`)}>
      {ofGroup.map((one) => (
        <Spotlight.Action key={one.id} label={one.label} description={one.description} onClick={() => go(one)} />
      ))}
    </Spotlight.ActionsGroup>
  );
}
