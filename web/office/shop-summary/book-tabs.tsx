import { Tabs } from '@mantine/core';
import type { ShopSummary } from '#contract/shops.ts';
import { useAddress } from '#web/ui/address/use-address.ts';
import { InvoicesTab } from './invoices-tab.tsx';
import { PaymentsTab } from './shop-payments-table.tsx';
import { StatementTab } from './statement-table.tsx';

const TABS = ['payments', 'invoices', 'statement'] as const;

interface BookTabsProps {
  shop: ShopSummary;
  /** Rises with every change of the books. */
  changes: number;
  onChanged: () => void;
}

/** Payments, invoices and the statement; the open tab stands in the address. */
export function BookTabs({ shop, changes, onChanged }: BookTabsProps) {
  const { get, change } = useAddress();
  const tab = TABS.find((one) => one === get('tab')) ?? 'payments';
  return (
    <Tabs
      value={tab}
      onChange={(chosen) => change({ tab: chosen === 'payments' ? undefined : (chosen ?? undefined) })}
      keepMounted={false}
    >
      <Tabs.List mb="sm" aria-label="Books of the shop">
        <Tabs.Tab value="payments">Payments</Tabs.Tab>
        <Tabs.Tab value="invoices">Invoices</Tabs.Tab>
        <Tabs.Tab value="statement">Statement</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="payments">
        <PaymentsTab shop={shop} onChanged={onChanged} />
      </Tabs.Panel>
      <Tabs.Panel value="invoices">
        <InvoicesTab shop={shop} onChanged={onChanged} />
      </Tabs.Panel>
      <Tabs.Panel value="statement">
        <StatementTab shopId={shop.shop_id} changes={changes} />
      </Tabs.Panel>
    </Tabs>
  );
}
