import { Stack, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import type { Answer } from '#contract/call.ts';
import { writeFigure } from '#contract/figures.ts';
import { places, type ShownPlaceSum } from '#contract/places.ts';
import { t } from '#web/i18n/t.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { FigureCard, FigureCards } from '#web/ui/figure-panel.tsx';
import { formatMoney } from '#web/ui/format/money.ts';
import { PhoneOnly } from '#web/ui/phone-only.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { loaded, useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { Screen } from '../screen.tsx';

/** Shows where the money is that the market has received: each place with its sum, and the people who have it. */
export function PlacesPage() {
  const load = useLoad('places', (signal) => api(places.now, {}, { signal }));
  return (
    <Screen path="/money-places">
      <AsyncState load={load} failure={t('places.failed')}>
        {(now) => <PlacesNow now={now} />}
      </AsyncState>
    </Screen>
  );
}

function PlacesNow({ now }: { now: Answer<typeof places.now> }) {
  const columns = useMemo(placeColumns, []);
  return (
    <Stack gap="md">
      <FigureCards>
        <FigureCard name={t('places.from.tenants')} figure={formatMoney(now.from_tenants)} />
        <FigureCard name={t('places.from.visitors')} figure={formatMoney(now.from_visitors)} />
        <FigureCard name={t('places.from.office')} figure={formatMoney(now.from_office)} />
      </FigureCards>
      <Text size="sm" c="dimmed">
        {t('places.about')}
      </Text>
      <DataTable<ShownPlaceSum>
        label={t('places.label')}
        columns={columns}
        load={loaded(now.places)}
        failure={t('places.failed')}
        rowId={({ place }) => place}
        rowName={({ place }) => t(`places.place.${place}`)}
        pageSize={20}
        empty={{ text: t('places.failed') }}
        exportName={t('places.file')}
        nothingToExport={t('places.failed')}
      />
      {now.by_own_word.length > 0 && <OwnWord people={now.by_own_word} />}
    </Stack>
  );
}

type PersonSum = Answer<typeof places.now>['by_own_word'][number];

/** Shows the money that the bank has by the word of the people who received or counted it. */
function OwnWord({ people }: { people: readonly PersonSum[] }) {
  const columns = useMemo(ownWordColumns, []);
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {t('places.ownWord.title')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('places.ownWord.about')}
      </Text>
      <DataTable<PersonSum>
        label={t('places.ownWord.title')}
        columns={columns}
        load={loaded(people)}
        failure={t('places.failed')}
        rowId={({ email }) => email}
        rowName={({ name }) => name}
        prefix="own-word-"
        pageSize={20}
        empty={{ text: t('places.ownWord.empty') }}
      />
    </Stack>
  );
}

function ownWordColumns(): readonly Column<PersonSum>[] {
  return [
    { key: 'person', title: t('places.ownWord.person'), value: ({ name }) => name },
    { key: 'amount', title: t('places.column.amount'), kind: 'money', value: ({ amount }) => amount, isSummed: true },
  ];
}

function peopleOf({ people }: ShownPlaceSum): string {
  return people.map(({ name, amount }) => `${name} ${writeFigure(amount)}`).join(' · ');
}

function placeColumns(): readonly Column<ShownPlaceSum>[] {
  return [
    {
      key: 'place',
      title: t('places.column.place'),
      value: ({ place }) => t(`places.place.${place}`),
      render: (one) => (
        <>
          {t(`places.place.${one.place}`)}
          <PhoneOnly>
            <Text size="xs" c="dimmed">
              {peopleOf(one)}
            </Text>
          </PhoneOnly>
        </>
      ),
      isSortable: false,
    },
    {
      key: 'people',
      title: t('places.column.people'),
      value: peopleOf,
      isSortable: false,
      isHiddenOnPhone: true,
    },
    {
      key: 'amount',
      title: t('places.column.amount'),
      kind: 'money',
      value: ({ amount }) => amount,
      isSummed: true,
      isSortable: false,
    },
  ];
}
