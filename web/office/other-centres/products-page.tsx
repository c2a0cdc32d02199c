import { Stack } from '@mantine/core';
import { useParams } from 'react-router';
import { type OtherProduct, otherCentres } from '#contract/other-centres.ts';
import { products } from '#contract/products.ts';
import { t } from '#web/i18n/t.ts';
import { type Choice, ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { callAndTell } from '../confirm-and-call.ts';
import { Screen } from '../screen.tsx';
import { useMay } from '../session/use-may.ts';

/** Which product of this market each product of another centre is. */
export function OtherProductsPage() {
  const { id = '' } = useParams();
  const load = useLoad(`products of centre ${id}`, (signal) =>
    api(otherCentres.products, { params: { id } }, { signal }),
  );
  const own = useLoad('own products', (signal) => api(products.list, {}, { signal }));
  const mayWrite = useMay('settings.write');
  const choices = (own.data ?? []).map((product) => ({ value: String(product.id), label: product.name }));
  const rows = { ...load, data: load.data?.products.toSorted(unmappedFirst) };
  return (
    <Screen
      path="/settings/other-centres/:id"
      {...(load.data && { title: load.data.name })}
      subtitle={t('other-centres.products.about')}
    >
      <Stack gap="md">
        <DataTable<OtherProduct>
          label={t('shell.page.other-products')}
          columns={columns(
            choices,
            mayWrite ? (row, chosen) => void map(id, row, { chosen, reload: load.reload }) : undefined,
          )}
          load={rows}
          failure={t('other-centres.products.failed')}
          rowId={({ other_product_id }) => other_product_id}
          rowName={({ name }) => name}
          search={t('other-centres.products.search')}
          empty={{ text: t('other-centres.products.empty') }}
        />
      </Stack>
    </Screen>
  );
}

function unmappedFirst(one: OtherProduct, other: OtherProduct): number {
  return Number(one.mapped_by !== 'none') - Number(other.mapped_by !== 'none') || one.name.localeCompare(other.name);
}

interface Chosen {
  /** The id of the product of this market; empty for none. */
  chosen: string;
  reload: () => void;
}

async function map(id: string, row: OtherProduct, { chosen, reload }: Chosen): Promise<void> {
  const params = { id, product: String(row.other_product_id) };
  const body = { product_id: chosen === '' ? null : Number(chosen) };
  const action = { call: () => api(otherCentres.map, { params, body }), failed: t('other-centres.products.mapFailed') };
  if (await callAndTell(action)) reload();
}

type Choose = (row: OtherProduct, chosen: string) => void;

function columns(choices: readonly Choice[], choose: Choose | undefined): readonly Column<OtherProduct>[] {
  const nameOf = (id: number | null) => choices.find(({ value }) => value === String(id))?.label ?? '';
  return [
    { key: 'name', title: t('other-centres.products.there'), value: ({ name }) => name },
    { key: 'code', title: t('other-centres.products.code'), value: ({ code }) => code, isHiddenOnPhone: true },
    { key: 'unit', title: t('other-centres.products.unit'), value: ({ unit }) => unit, isHiddenOnPhone: true },
    {
      key: 'here',
      title: t('other-centres.products.here'),
      value: ({ product_id }) => nameOf(product_id),
      render: (row) =>
        choose ? (
          <ChoiceField
            aria-label={t('other-centres.products.hereOf', { product: row.name })}
            data={choices}
            none={t('other-centres.products.none')}
            value={row.product_id === null ? '' : String(row.product_id)}
            onChange={(chosen) => choose(row, chosen)}
          />
        ) : (
          nameOf(row.product_id)
        ),
    },
    {
      key: 'by',
      title: t('other-centres.products.by'),
      value: ({ mapped_by }) => t(`other-centres.mappedBy.${mapped_by}`),
      isHiddenOnPhone: true,
    },
  ];
}
