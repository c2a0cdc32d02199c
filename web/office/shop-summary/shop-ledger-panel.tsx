import { Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { type ShopSummary, shops } from '#contract/shops.ts';
import { CallError } from '#web/client.ts';
import { Failure, SkeletonLines, Waiting } from '#web/ui/async-state.tsx';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { useMay } from '../session/use-may.ts';
import { BookTabs } from './book-tabs.tsx';
import { GenerateInvoiceForm } from './generate-invoice-form.tsx';
import type { Notice } from './notice.ts';
import { NoticeBox } from './notice-panel.tsx';
import { OwedCard } from './amount-due-panel.tsx';
import { ShopCard } from './details-panel.tsx';
import classes from './shop-summary.module.css';
import { TenantCard } from './tenant-card.tsx';

interface ShopBooksProps {
  shopId: string;
  /** The screen's sentence when the server gives none. */
  fallback: string;
}

/**
 * Loads the books of a shop and shows them, anew after each change. What a change did stays on the screen also when the
 * books cannot be fetched after it: money that was taken, and its receipt, must not look lost.
 */
export function ShopBooks({ shopId, fallback }: ShopBooksProps) {
  const load = useLoad(`shop summary ${shopId}`, (signal) =>
    api(shops.summary, { params: { id: shopId } }, { signal }),
  );
  const [notice, setNotice] = useState<Notice>();
  const [changes, setChanges] = useState(0);
  const change = (next?: Notice) => {
    setNotice(next);
    setChanges((before) => before + 1);
    load.reload();
  };
  const shop = load.data?.shop;
  return (
    <>
      {shop && <ShopTitle shop={shop} />}
      <NoticeBox notice={notice} onClose={() => setNotice(undefined)} />
      {shop && <Books shop={shop} changes={changes} onChanged={change} />}
      {!shop && load.isLoading && (
        <Waiting>
          <SkeletonLines count={8} />
        </Waiting>
      )}
      {!shop && !load.isLoading && (
        <Failure sentence={sentenceFor(load.error, fallback)} error={load.error} retry={load.reload} />
      )}
    </>
  );
}

/** The server's own sentence where there is one ('Shop not found.'); a lost connection is told below the screen's. */
function sentenceFor(error: unknown, fallback: string): string {
  const isSaid = error instanceof CallError && error.status !== 0 && error.message !== '';
  return isSaid ? error.message : fallback;
}

function ShopTitle({ shop }: { shop: ShopSummary }) {
  return (
    <Group gap="xs" align="baseline">
      <Title order={2} size="h3" style={{ overflowWrap: 'anywhere' }}>
        {shop.shop_id} · {shop.shop_name}
      </Title>
      <Text c="dimmed" size="sm">
        {shop.Tenant?.name ?? 'No tenant'}
      </Text>
    </Group>
  );
}

interface BooksProps {
  shop: ShopSummary;
  changes: number;
  onChanged: (notice?: Notice) => void;
}

function Books({ shop, changes, onChanged }: BooksProps) {
  const mayWrite = useMay('books.write');
  return (
    <div className={classes.books}>
      <div className={classes.owed}>
        <OwedCard shop={shop} onChanged={onChanged} />
      </div>
      <div className={classes.tabs}>
        <BookTabs shop={shop} changes={changes} onChanged={() => onChanged()} />
      </div>
      <div className={classes.details}>
        {mayWrite && <GenerateInvoiceForm shopId={shop.shop_id} onGenerated={onChanged} />}
        <ShopCard shop={shop} />
        <TenantCard tenant={shop.Tenant} />
      </div>
    </div>
  );
}
