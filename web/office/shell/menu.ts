import IconBuildingStore from 'virtual:icons/building-store';
import IconCarrot from 'virtual:icons/carrot';
import IconCash from 'virtual:icons/cash';
import IconChartBar from 'virtual:icons/chart-bar';
import IconChecks from 'virtual:icons/checks';
import IconFileInvoice from 'virtual:icons/file-invoice';
import IconLayoutDashboard from 'virtual:icons/layout-dashboard';
import IconNews from 'virtual:icons/news';
import IconReportMoney from 'virtual:icons/report-money';
import IconSettings from 'virtual:icons/settings';
import IconTags from 'virtual:icons/tags';
import IconTicket from 'virtual:icons/ticket';
import IconTruck from 'virtual:icons/truck';
import IconUsers from 'virtual:icons/users';
import { may } from '#contract/permissions.ts';
import type { Role } from '#contract/roles.ts';
import type { MessageKey } from '#web/i18n/t.ts';
import { type OfficePath, officePages } from '#web/routes.ts';
import type { Icon } from '#web/ui/icon/make-icon.ts';

export interface MenuEntry {
  path: OfficePath;
  label: MessageKey;
  icon: Icon;
  onPhone?: MessageKey;
}

/** The groups of the menu (specification 1, section 2, admin shell). */
const groups: readonly { name?: MessageKey; entries: readonly MenuEntry[] }[] = [
  {
    entries: [
      {
        path: '/admin-dashboard',
        label: 'shell.entry.dashboard',
        icon: IconLayoutDashboard,
        onPhone: 'shell.entry.dashboard',
      },
    ],
  },
  {
    name: 'shell.group.money',
    entries: [
      {
        path: '/shop-management',
        label: 'shell.entry.shops',
        icon: IconBuildingStore,
        onPhone: 'shell.entry.shops',
      },
      { path: '/my-day', label: 'shell.entry.myDay', icon: IconReportMoney },
      { path: '/tenant-management', label: 'shell.entry.tenants', icon: IconUsers },
      { path: '/payments', label: 'shell.entry.payments', icon: IconCash, onPhone: 'shell.phone.payments' },
      {
        path: '/invoices',
        label: 'shell.entry.invoices',
        icon: IconFileInvoice,
        onPhone: 'shell.phone.invoices',
      },
      { path: '/reports', label: 'shell.entry.reports', icon: IconChartBar },
      { path: '/approvals', label: 'shell.entry.approvals', icon: IconChecks },
    ],
  },
  {
    name: 'shell.group.prices',
    entries: [
      {
        path: '/product-management',
        label: 'shell.entry.products',
        icon: IconCarrot,
      },
      {
        path: '/daily-price',
        label: 'shell.entry.dailyPrices',
        icon: IconTags,
        onPhone: 'shell.entry.prices',
      },
      { path: '/publication', label: 'shell.entry.publications', icon: IconNews },
    ],
  },
  {
    name: 'shell.group.gate',
    entries: [
      { path: '/vehicle-ticketing', label: 'shell.entry.vehicleTickets', icon: IconTruck },
      { path: '/SanitationDashboard', label: 'shell.entry.sanitationTickets', icon: IconTicket },
      { path: '/settings', label: 'shell.entry.settings', icon: IconSettings },
    ],
  },
];

export function menuFor(role: Role) {
  return groups
    .map(({ name, entries }) => ({ name, entries: entries.filter(({ path }) => maySee(role, path)) }))
    .filter(({ entries }) => entries.length > 0);
}

function maySee(role: Role, path: OfficePath): boolean {
  return may(role, officePages[path].permission);
}
