import {
  type Icon,
  IconBuildingStore,
  IconCarrot,
  IconCash,
  IconChartBar,
  IconFileInvoice,
  IconLayoutDashboard,
  IconNews,
  IconSettings,
  IconTags,
  IconTicket,
  IconTruck,
  IconUsers,
} from '@tabler/icons-react';
import { may, type Role } from '#contract/permissions.ts';
import { type OfficePath, officePages } from '#web/routes.ts';

export interface MenuEntry {
  path: OfficePath;
  label: string;
  icon: Icon;
  /** What one does there, in a few words. */
  about: string;
  /** Stands in the bottom bar of a phone, under this shorter word. */
  onPhone?: string;
}

/** The links of the specification (part 1, section 2, admin shell), in groups as people think of them. */
const groups: readonly { name: string; entries: readonly MenuEntry[] }[] = [
  {
    name: '',
    entries: [
      {
        path: '/admin-dashboard',
        label: 'Dashboard',
        icon: IconLayoutDashboard,
        about: 'The market at a glance',
        onPhone: 'Dashboard',
      },
    ],
  },
  {
    name: 'Stalls and money',
    entries: [
      {
        path: '/shop-management',
        label: 'Shops',
        icon: IconBuildingStore,
        about: 'Shops, rent and statements',
        onPhone: 'Shops',
      },
      { path: '/tenant-management', label: 'Tenants', icon: IconUsers, about: 'Who rents which shop' },
      { path: '/payments', label: 'Payments', icon: IconCash, about: 'Take and look up payments', onPhone: 'Payments' },
      {
        path: '/invoices',
        label: 'Invoices',
        icon: IconFileInvoice,
        about: 'Print and send invoices',
        onPhone: 'Invoices',
      },
      { path: '/reports', label: 'Reports', icon: IconChartBar, about: 'Monthly figures' },
    ],
  },
  {
    name: 'Prices and news',
    entries: [
      {
        path: '/product-management',
        label: 'Products',
        icon: IconCarrot,
        about: 'The catalogue: names, pictures, order on the list',
      },
      {
        path: '/daily-price',
        label: 'Daily prices',
        icon: IconTags,
        about: "Enter, look up and correct the day's prices",
        onPhone: 'Prices',
      },
      { path: '/publication', label: 'Publications', icon: IconNews, about: 'Notices and news for the public' },
    ],
  },
  {
    name: 'Gate and house',
    entries: [
      { path: '/vehicle-ticketing', label: 'Vehicle tickets', icon: IconTruck, about: 'Issue tickets at the gate' },
      { path: '/SanitationDashboard', label: 'Sanitation tickets', icon: IconTicket, about: 'Tickets and income' },
      { path: '/settings', label: 'Settings', icon: IconSettings, about: 'Rates, actions, accounts and logs' },
    ],
  },
];

/** The groups of the menu with the entries that a role may see. */
export function menuFor(role: Role) {
  return groups
    .map(({ name, entries }) => ({ name, entries: entries.filter(({ path }) => maySee(role, path)) }))
    .filter(({ entries }) => entries.length > 0);
}

/** True when the role may open that page. */
function maySee(role: Role, path: OfficePath): boolean {
  return may(role, officePages[path].permission);
}
