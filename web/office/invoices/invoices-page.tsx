import IconColumns3 from 'virtual:icons/columns-3';
import IconMailX from 'virtual:icons/mail-x';
import IconPrinter from 'virtual:icons/printer';
import {
  Alert,
  Button,
  Checkbox,
  Group,
  List,
  Loader,
  Modal,
  Popover,
  Progress,
  Stack,
  Tabs,
  Text,
} from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { addMonths, firstDayOf, type Month, monthOf, previousMonth } from '#billing/calendar.ts';
import type { ChosenColumns, InvoiceColumnName } from '#contract/columns.ts';
import { FIRST_INVOICE_YEAR, invoiceTabs, type ListedInvoice } from '#contract/invoices.ts';
import { mail } from '#contract/mail.ts';
import { session } from '#contract/session.ts';
import { sentenceOf, UnreadableAnswerError } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { toastFailed } from '#web/ui/dialog/toast.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatInstant, formatMonth } from '#web/ui/format/dates.ts';
import { useHasRoom } from '#web/ui/phone-only.tsx';
import { ColumnList } from '#web/ui/table/column-list.tsx';
import { PagedTable } from '#web/ui/table/paged-table.tsx';
import { exportTable } from '#web/ui/table/table-export.ts';
import { useSelection } from '#web/ui/table/use-selection.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { placeOf } from '../place-of.ts';
import { Screen } from '../screen.tsx';
import { useMay } from '../session/use-may.ts';
import { ArrestInfo } from './arrest-panel.tsx';
import { fetchAll } from './fetch-invoices.ts';
import {
  furtherInvoiceColumns,
  invoiceColumns,
  listColumnTitles,
  sheetColumns,
  USUAL_COLUMNS,
} from './invoice-table.tsx';
import { OpenMailsPanel, useOpenMails } from './open-mails-panel.tsx';
import { onPrinted } from './print-job.ts';
import { printSelected } from './print-selected.ts';
import { SelectionPanel } from './selection-panel.tsx';
import { type Invoices, useInvoices } from './use-invoices.ts';
import { failureText, type InvoiceSending, useSending } from './use-sending.ts';

/** The page of invoices (specification 1, section 2). */
export function InvoicesPage() {
  const mayWrite = useMay('books.write');
  const list = useInvoices();
  const selection = useSelection();
  const choice = useColumns();
  const columns = useMemo(() => invoiceColumns(choice.columns), [choice.columns]);
  const hasRoom = useHasRoom();
  const further = furtherInvoiceColumns(columns, hasRoom);
  const mails = useOpenMails();
  const sending = useSending(selection, mails.reload);
  const { filter, view, load } = list;
  const reload = useEffectEvent(load.reload);
  useEffect(() => onPrinted(() => reload()), []);

  const download = async () => {
    const rows = await fetchAll(filter);
    await exportTable('Invoices', sheetColumns(rows), rows);
  };
  return (
    <Screen path="/invoices">
      <OpenMailsPanel load={mails} maySend={mayWrite} />
      <NotSentList sending={sending} />
      <Tabs value={filter.status} onChange={list.chooseTab} keepMounted={false}>
        <Group gap="xs" mb="sm" wrap="nowrap">
          <Tabs.List aria-label={t('invoices.tabs')} className="tabs-line">
            {invoiceTabs.map((tab) => (
              <Tabs.Tab key={tab} value={tab}>
                {t(`invoices.tab.${tab}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <ArrestInfo hasWord={hasRoom} />
        </Group>
        <Tabs.Panel value={filter.status}>
          <PagedTable<ListedInvoice>
            label={t('invoices.list.table')}
            columns={columns}
            view={view}
            load={choice.isLoading ? { ...load, data: undefined, isLoading: true } : load}
            failure={
              load.error instanceof UnreadableAnswerError ? t('invoices.list.unexpected') : t('invoices.list.failed')
            }
            rowId={({ invoice_id }) => invoice_id}
            rowName={({ invoice_id }) => invoice_id}
            details={(invoice) => (
              <>
                <ColumnList columns={further} row={invoice} />
                <InvoiceMails id={invoice.invoice_id} />
              </>
            )}
            {...(mayWrite && {
              rowActions: ({ invoice_id }) => [
                {
                  label: t('invoices.list.print'),
                  icon: IconPrinter,
                  onClick: () => void printSelected([invoice_id]),
                },
              ],
            })}
            selection={mayWrite ? selection : undefined}
            bar={mayWrite && <SelectionPanel list={list} selection={selection} send={() => void sending.send()} />}
            empty={emptyState(list, mayWrite)}
            search={t('invoices.list.search')}
            tabs="status"
            filters={
              <>
                <ColumnsPanel choice={choice} />
                <MonthFilterPanel month={filter.month} choose={list.chooseMonth} />
              </>
            }
            exportName="Invoices"
            download={download}
          />
        </Tabs.Panel>
      </Tabs>
      <SendingDialog sending={sending} />
    </Screen>
  );
}

function emptyState({ filter, chooseMonth }: Invoices, mayWrite: boolean): { text: string; next: ReactNode } {
  const { status, month } = filter;
  const tab = t(`invoices.tab.${status}`);
  if (month !== undefined) {
    const names = { month: formatMonth(month), tab };
    return {
      text: status === 'all' ? t('invoices.list.emptyMonth', names) : t('invoices.list.emptyMonthTab', names),
      next: (
        <Button variant="default" onClick={() => chooseMonth(null)}>
          {t('invoices.month.showAll')}
        </Button>
      ),
    };
  }
  if (status !== 'all') return { text: t('invoices.list.emptyTab', { tab }), next: t('invoices.list.emptyTabNext') };
  return { text: t('invoices.list.empty'), next: mayWrite ? <FirstInvoices /> : t('invoices.list.emptyNext') };
}

function FirstInvoices() {
  return (
    <>
      <Text c="dimmed" size="sm" ta="center">
        {t('invoices.first.text')}
      </Text>
      <Button component={Link} to={placeOf('/settings/generate-invoices')}>
        {t('invoices.first.action')}
      </Button>
    </>
  );
}

interface MonthFilterPanelProps {
  month: Month | undefined;
  choose: (month: string) => void;
}

function MonthFilterPanel({ month, choose }: MonthFilterPanelProps) {
  return (
    <ChoiceField
      aria-label={t('ui.period.month')}
      none={t('ui.period.allMonths')}
      data={monthsToChoose(month).map((one) => ({ value: one, label: formatMonth(one) }))}
      value={month ?? ''}
      onChange={choose}
      w={150}
    />
  );
}

/**
 * Returns the months to choose from, newest first. The list begins with next month, which may be billed already. The
 * chosen month is added if it is missing, because a link may contain any month.
 */
function monthsToChoose(chosen: Month | undefined): Month[] {
  const months: Month[] = [];
  const next = monthOf(addMonths(firstDayOf(monthOf(browserToday())), 1));
  for (let month = next; Number(month.slice(0, 4)) >= FIRST_INVOICE_YEAR; month = previousMonth(month))
    months.push(month);
  return chosen === undefined || months.includes(chosen) ? months : [chosen, ...months];
}

function InvoiceMails({ id }: { id: string }) {
  const load = useLoad(`mails of ${id}`, (signal) => api(mail.list, { query: { invoice_id: id } }, { signal }));
  if (load.error !== undefined) return <Dimmed text={t('invoices.mails.failed')} />;
  if (!load.data) return null;
  if (load.data.length === 0) return <Dimmed text={t('invoices.mails.none')} />;
  return (
    <List size="sm" aria-label={t('invoices.mails.list', { id })}>
      {load.data.map(({ mail_id, state, message, updatedAt }) => (
        <List.Item key={mail_id}>
          {t('invoices.mails.line', {
            time: formatInstant(updatedAt),
            state: t(`invoices.mails.state.${state}`),
            message,
          })}
        </List.Item>
      ))}
    </List>
  );
}

function Dimmed({ text }: { text: string }) {
  return (
    <Text size="sm" c="dimmed">
      {text}
    </Text>
  );
}

function SendingDialog({ sending: { progress, stop } }: { sending: InvoiceSending }) {
  if (!progress) return null;
  const { results, total, isStopping } = progress;
  const failed = results.filter(({ success }) => !success).length;
  return (
    <Modal
      opened
      onClose={stop}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      centered
      title={<Text fw={700}>{t('invoices.send.title')}</Text>}
    >
      <Stack gap="md">
        <Group wrap="nowrap">
          <Loader aria-hidden />
          <Text role="status">{t('invoices.send.progress', { done: results.length, total, failed })}</Text>
        </Group>
        <Progress value={(100 * results.length) / total} aria-label={t('invoices.send.sent')} />
        <Group justify="flex-end">
          <Button variant="default" onClick={stop} loading={isStopping}>
            {t('invoices.send.stop')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function NotSentList({ sending: { failures, forgetFailures } }: { sending: InvoiceSending }) {
  if (failures.length === 0) return null;
  const title = t('invoices.send.notSent', { count: failures.length });
  return (
    <Alert
      color="red"
      icon={<IconMailX aria-hidden />}
      title={title}
      withCloseButton
      closeButtonLabel={t('invoices.send.dismiss')}
      onClose={forgetFailures}
    >
      <List
        size="sm"
        mah="12rem"
        style={{ overflowY: 'auto' }}
        tabIndex={0}
        aria-label={t('invoices.send.notSentList')}
      >
        {failures.map((failure) => (
          <List.Item key={failure.invoice_id}>{failureText(failure)}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

function ColumnsPanel({ choice }: { choice: ColumnChoice }) {
  const [isLastKept, setIsLastKept] = useState(false);
  const titles = listColumnTitles();
  const choose = (columns: Columns) => {
    setIsLastKept(false);
    choice.choose(columns);
  };
  const tick = (ticked: string[]) => {
    const columns = titles.map(({ name }) => name).filter((name) => ticked.includes(name));
    if (columns.length === 0) return setIsLastKept(true);
    const isUsual = columns.length === USUAL_COLUMNS.length && USUAL_COLUMNS.every((name) => columns.includes(name));
    return choose(isUsual ? null : columns);
  };
  return (
    // The panel is not in a portal, because everything on a page must be inside a landmark.
    <Popover position="bottom-start" shadow="md" width={280} trapFocus returnFocus withinPortal={false}>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={18} aria-hidden />} loading={choice.isLoading}>
          {t('invoices.columns.button')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown mah="min(60vh, 32rem)" style={{ overflowY: 'auto' }}>
        <Stack gap="sm">
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={() => choose(titles.map(({ name }) => name))}>
              {t('invoices.columns.all')}
            </Button>
            <Button size="xs" variant="default" onClick={() => choose(null)}>
              {t('invoices.columns.usual')}
            </Button>
          </Group>
          {choice.isFailed && (
            <Text size="sm" role="alert">
              {t('invoices.columns.notLoaded')}{' '}
              <Button size="compact-sm" variant="subtle" onClick={choice.reload}>
                {t('invoices.columns.again')}
              </Button>
            </Text>
          )}
          <Checkbox.Group
            label={t('invoices.columns.button')}
            value={[...(choice.columns ?? USUAL_COLUMNS)]}
            onChange={tick}
            error={isLastKept && t('invoices.columns.last')}
          >
            <Stack gap="var(--space-2)">
              {titles.map(({ name, title }) => (
                <Checkbox key={name} value={name} label={title} />
              ))}
            </Stack>
          </Checkbox.Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

type Columns = ChosenColumns['invoices'];

interface ColumnChoice {
  /** The chosen columns; null means the usual columns. */
  columns: readonly InvoiceColumnName[] | null;
  isLoading: boolean;
  isFailed: boolean;
  reload: () => void;
  choose: (columns: Columns) => void;
}

/**
 * The request in progress that saves the chosen columns. Such requests run one after another; of those that wait, only
 * the newest is sent. A page that opens waits for the request before it loads the columns.
 */
let saving: Promise<unknown> = Promise.resolve();
let newest: Columns = null;

function useColumns(): ColumnChoice {
  const load = useLoad('columns', async (signal) => {
    await saving;
    return (await api(session.columns, {}, { signal })).columns.invoices;
  });
  const [chosen, setChosen] = useState<{ columns: Columns }>();
  const choose = (columns: Columns) => {
    setChosen({ columns });
    newest = columns;
    saving = saving.then(() => (newest === columns ? save(columns) : undefined));
  };
  return {
    columns: chosen ? chosen.columns : (load.data ?? null),
    isLoading: load.isLoading && !chosen,
    isFailed: load.error !== undefined && !chosen,
    reload: load.reload,
    choose,
  };
}

async function save(columns: Columns): Promise<void> {
  try {
    await api(session.setColumns, { body: { table: 'invoices', columns } });
  } catch (error) {
    const reason = sentenceOf(error, t('shared.call.unreached'));
    toastFailed(t('invoices.columns.notSaved', { reason }), 5);
  }
}
