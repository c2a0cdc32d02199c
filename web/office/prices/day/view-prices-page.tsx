import IconArrowLeft from 'virtual:icons/arrow-left';
import IconCalendarShare from 'virtual:icons/calendar-share';
import IconChevronLeft from 'virtual:icons/chevron-left';
import IconChevronRight from 'virtual:icons/chevron-right';
import IconPencil from 'virtual:icons/pencil';
import IconShare from 'virtual:icons/share';
import IconTable from 'virtual:icons/table';
import IconTrash from 'virtual:icons/trash';
import { Anchor, Button, Group, Highlight, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { type Day, day, isDay } from '#billing/calendar.ts';
import { writeFigure } from '#contract/figures.ts';
import { type ListedPrice, prices } from '#contract/prices.ts';
import { UnreadableAnswerError } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { useAddress } from '#web/ui/address/use-address.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { DayField } from '#web/ui/form/day-field.tsx';
import { dayOrNone } from '#web/ui/form/day-range.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useRecordOnce } from '#web/ui/form/use-record-once.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../../api.ts';
import { localName, otherNames } from '../../local-name.ts';
import type { ListPageProps } from '../../page-cards.ts';
import { placeOf } from '../../place-of.ts';
import { Screen } from '../../screen.tsx';
import { MoveListDialog, PREVIEW_REASON } from '../sheet/move-list-dialog.tsx';

function priceColumns(): Column<ListedPrice>[] {
  return [
    {
      key: 'id',
      title: t('prices.list.id'),
      value: (row) => String(row.id),
      isSearched: false,
      isHiddenOnPhone: true,
    },
    {
      key: 'date',
      title: t('prices.list.date'),
      kind: 'day',
      value: (row) => day(row.date),
      isHiddenOnPhone: true,
    },
    {
      key: 'item',
      title: t('prices.list.item'),
      value: (row) => localName(row.product),
      render: (row, search) => <Item row={row} search={search} />,
    },
    { key: 'min', title: t('prices.list.min'), kind: 'money', value: (row) => row.min_price, isHiddenOnPhone: true },
    { key: 'max', title: t('prices.list.max'), kind: 'money', value: (row) => row.max_price, isHiddenOnPhone: true },
  ];
}

/** The page that lists the prices of a day (specification 2, section 2). */
export function ViewPricesPage({ path = '/view-dailyprices', head }: ListPageProps) {
  const { get, change } = useAddress();
  const asked = get('date');
  const date = isDay(asked) ? asked : null;
  const load = useLoad(`prices ${date}`, (signal) => loadPriceDay(date, browserToday(), signal));
  const choose = (chosen: Day | null) => change({ date: chosen ?? '', page: undefined });
  const shownDate = date ?? load.data?.date ?? null;
  const [dialog, setDialog] = useState<'move' | 'withdraw'>();
  const close = () => setDialog(undefined);
  const withdrawn = () => {
    close();
    if (shownDate === date) load.reload();
    else choose(shownDate);
  };
  return (
    <Screen
      path={path}
      subtitle={shownDate !== null && formatOfficeDay(shownDate)}
      actions={head === undefined && <BackToManagement />}
    >
      {head}
      <DataTable<ListedPrice>
        label={t('prices.list.label')}
        columns={priceColumns()}
        load={{ ...load, data: load.data?.rows }}
        failure={t('prices.list.failed')}
        rowId={(row) => row.id}
        rowName={(row) => localName(row.product)}
        rowActions={(row) => [
          {
            label: t('prices.list.edit'),
            icon: IconPencil,
            to: placeOf('/edit-dailyprice/:date/:productId', { date: row.date, productId: row.product_id }),
          },
        ]}
        search={t('prices.list.search')}
        furtherText={({ product }) => [product.name, product.name_si, product.name_ta, product.code].join('\n')}
        filters={
          <>
            <DayChooser date={shownDate} around={load.data} choose={choose} />
            {shownDate !== null && (load.data?.rows.length ?? 0) > 0 && (
              <ListActions date={shownDate} open={setDialog} />
            )}
          </>
        }
        empty={{ text: t('prices.list.empty'), next: <EnterPrices date={shownDate} /> }}
        noResults={t('prices.list.empty')}
        exportName={t('prices.list.file', { day: shownDate ?? '' }).trim()}
        nothingToExport={t('prices.list.nothingToExport')}
      />
      {dialog === 'withdraw' && shownDate && <WithdrawListDialog date={shownDate} onClose={close} onDone={withdrawn} />}
      {dialog === 'move' && shownDate && (
        <MoveListDialog
          date={shownDate}
          onClose={close}
          onDone={(to) => {
            close();
            choose(to);
          }}
        />
      )}
    </Screen>
  );
}

function ListActions({ date, open }: { date: Day; open: (dialog: 'move' | 'withdraw') => void }) {
  return (
    <Group gap="xs" align="flex-end">
      <Button
        component={Link}
        to={placeOf('/add-dailyprice', { date })}
        variant="default"
        leftSection={<IconTable size={18} aria-hidden />}
      >
        {t('prices.list.openSheet')}
      </Button>
      <Button
        component={Link}
        to={placeOf('/price-post/:date', { date })}
        variant="default"
        leftSection={<IconShare size={18} aria-hidden />}
      >
        {t('prices.saved.post')}
      </Button>
      <Button variant="default" leftSection={<IconCalendarShare size={18} aria-hidden />} onClick={() => open('move')}>
        {t('prices.list.move')}
      </Button>
      <Button variant="default" leftSection={<IconTrash size={18} aria-hidden />} onClick={() => open('withdraw')}>
        {t('prices.list.withdraw')}
      </Button>
    </Group>
  );
}

function BackToManagement() {
  return (
    <Button
      component={Link}
      to={placeOf('/daily-price')}
      className="back-button"
      variant="default"
      leftSection={<IconArrowLeft size={18} aria-hidden />}
    >
      {t('prices.list.back')}
    </Button>
  );
}

function Item({ row, search }: { row: ListedPrice; search: string }) {
  const marks = { highlight: search.split(/\s+/).filter(Boolean), accentInsensitive: false, inherit: true } as const;
  return (
    <>
      <Anchor component={Link} to={placeOf('/product-summary/:productId', { productId: row.product_id })} fw={700}>
        <Highlight {...marks} component="span">
          {localName(row.product)}
        </Highlight>
      </Anchor>
      <Group fz="sm" c="dimmed" gap={0} style={{ columnGap: 'var(--space-5)' }}>
        {otherNames(row.product).map(({ lang, text }) => (
          <Highlight key={lang} {...marks} component="span" lang={lang}>
            {text}
          </Highlight>
        ))}
      </Group>
      <Text size="sm" hiddenFrom="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {formatMoney(row.min_price)} – {writeFigure(row.max_price)}
      </Text>
    </>
  );
}

interface DayChooserProps {
  date: Day | null;
  around: PriceDay | undefined;
  choose: (date: Day | null) => void;
}

function DayChooser({ date, around, choose }: DayChooserProps) {
  return (
    <Group gap="xs" align="flex-end">
      <Step to={around?.previous} way="previous" choose={choose} />
      <DayField label={t('prices.list.date')} value={date} onChange={choose} appliesAtOnce latest={browserToday()} />
      <Step to={around?.next} way="next" choose={choose} />
    </Group>
  );
}

interface StepProps {
  to: Day | null | undefined;
  way: 'previous' | 'next';
  choose: (date: Day) => void;
}

function Step({ to, way, choose }: StepProps) {
  const Shape = way === 'next' ? IconChevronRight : IconChevronLeft;
  const none = t(way === 'next' ? 'prices.list.noNextDay' : 'prices.list.noPreviousDay');
  return (
    <Button
      variant="default"
      px="xs"
      disabled={!to}
      aria-label={to ? t(`prices.list.${way}Day`, { day: formatOfficeDay(to) }) : none}
      title={to ? formatOfficeDay(to) : undefined}
      onClick={() => to && choose(to)}
    >
      <Shape size={18} aria-hidden />
    </Button>
  );
}

function EnterPrices({ date }: { date: Day | null }) {
  return (
    <Button component={Link} to={placeOf('/add-dailyprice', { date: date ?? undefined })}>
      {date ? t('prices.list.enterFor', { day: formatOfficeDay(date) }) : t('prices.list.enter')}
    </Button>
  );
}

/** The price list of a day, with the days of the previous and the next list. `date` is null if no list exists yet. */
interface PriceDay {
  date: Day | null;
  rows: readonly ListedPrice[];
  previous: Day | null;
  next: Day | null;
}

async function loadPriceDay(asked: Day | null, today: Day, signal: AbortSignal): Promise<PriceDay> {
  const around = await api(prices.days, { params: { date: asked ?? today } }, { signal });
  const date = asked ?? dayOrNone(around.latest ?? '');
  if (date === null) return { date, rows: [], previous: null, next: null };
  if (date !== around.date) return loadPriceDay(date, today, signal);
  const rows = await api(prices.byDate, { params: { date } }, { signal }).catch(emptyIfUnreadable);
  return {
    date,
    rows,
    previous: dayOrNone(around.previous ?? ''),
    next: dayOrNone(around.next ?? ''),
  };
}

/** Returns an empty list for an answer that is not an array (specification 2, section 7). */
function emptyIfUnreadable(error: unknown): [] {
  if (error instanceof UnreadableAnswerError) return [];
  throw error;
}

interface WithdrawListDialogProps {
  date: Day;
  onClose: () => void;
  onDone: () => void;
}

function WithdrawListDialog({ date, onClose, onDone }: WithdrawListDialogProps) {
  const recordOnce = useRecordOnce();
  const params = { date };
  const preview = useLoad(`withdraw ${date}`, (signal) =>
    api(prices.withdraw, { params, query: { dry_run: 'true' }, body: { reason: PREVIEW_REASON } }, { signal }),
  );
  const digest = preview.data?.digest;
  const form = useOfficeForm({
    initialValues: { reason: '' },
    schema: prices.withdraw.body,
    save: (body) =>
      recordOnce((options) =>
        api(
          prices.withdraw,
          { params, query: { ...(digest !== undefined && { preview_digest: digest }) }, body },
          options,
        ),
      ).catch((error: unknown) => {
        preview.reload();
        throw error;
      }),
    fallback: t('prices.withdraw.failed'),
    onSaved: ({ message }) => {
      toastDone(message, 4);
      onDone();
    },
  });
  const day = formatOfficeDay(date);
  return (
    <FormDialog form={form} title={t('prices.withdraw.title', { day })} onClose={onClose}>
      {(close) => (
        <Form form={form} saveLabel={t('prices.withdraw.action')} onCancel={close} withoutHint>
          <Stack gap="md">
            <AsyncState load={preview} failure={t('prices.withdraw.failed')}>
              {({ withdrawn }) => <Text size="sm">{t('prices.withdraw.effect', { count: withdrawn, day })}</Text>}
            </AsyncState>
            <TextInput
              label={t('prices.withdraw.reason')}
              description={t('prices.withdraw.reasonHint')}
              required
              data-autofocus
              autoComplete="off"
              {...form.field('reason')}
            />
          </Stack>
        </Form>
      )}
    </FormDialog>
  );
}
