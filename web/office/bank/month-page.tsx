import { Alert, List, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { type Month, monthInYear } from '#billing/calendar.ts';
import { type BankLine, type BankPart, bank, type Reconciliation } from '#contract/bank.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { FigureCard } from '#web/ui/figure-panel.tsx';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api, apiFile } from '../api.ts';
import type { ReportFile } from '../reports/open-report.ts';
import { ReportButtons } from '../reports/report-panel.tsx';
import { ReportPeriodPanel } from '../reports/report-period-panel.tsx';
import { useReportPeriod } from '../reports/use-report-period.ts';
import { Screen } from '../screen.tsx';
import { describeKnownPart, describePart, isSameAmount } from './describe-part.ts';

/** Compares a bank account with the ledgers at the end of a month. */
export function BankMonthPage() {
  const { id = '' } = useParams();
  const period = useReportPeriod();
  const month = monthInYear(period.year, Number(period.month));
  const load = useLoad(`bank month ${id} ${month}`, (signal) => api(bank.month, { params: { id, month } }, { signal }));
  return (
    <Screen
      path="/bank-accounts/:id/month"
      {...(load.data && { subtitle: load.data.account.name })}
      actions={<ReportButtons report={reconciliationFile(id, month)} />}
    >
      <Stack gap="md">
        <ReportPeriodPanel period={period} />
        <AsyncState load={load} failure={t('bank.month.failed')}>
          {(found) => <MonthPanel found={found} />}
        </AsyncState>
      </Stack>
    </Screen>
  );
}

function reconciliationFile(id: string, month: Month): ReportFile {
  return {
    title: t('shell.page.bank-month'),
    period: month,
    load: (format) => apiFile(bank.monthFile, { params: { id, month }, query: { format } }),
  };
}

function MonthPanel({ found }: { found: Reconciliation }) {
  const { opening, closing, books, matched, ignored, open, changed, gaps, outstanding } = found;
  const money = (amount: number | null) => (amount === null ? '–' : formatMoney(amount));
  const counted = ({ count }: { count: number }) => t('bank.month.lines', { count });
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
        <FigureCard name={t('bank.month.opening')} figure={money(opening)} />
        <FigureCard name={t('bank.import.in')} figure={money(found.in.amount)} about={counted(found.in)} />
        <FigureCard name={t('bank.import.out')} figure={money(found.out.amount)} about={counted(found.out)} />
        <FigureCard name={t('bank.month.closing')} figure={money(closing)} isMain />
        <FigureCard name={t('bank.month.matched')} figure={money(matched.amount)} about={counted(matched)} />
        {ignored.map((one) => (
          <FigureCard
            key={`${one.kind} ${Math.sign(one.amount)}`}
            name={word('bankIgnored', one.kind)}
            figure={money(one.amount)}
            about={counted(one)}
          />
        ))}
        <FigureCard name={t('bank.month.books')} figure={money(books)} isMain />
      </SimpleGrid>
      <Verdict found={found} />
      {gaps.length > 0 && (
        <Alert color="turmeric" role="note" title={t('bank.month.gaps')}>
          <List size="sm">
            {gaps.map(({ day, expected, found: seen }) => (
              <List.Item key={day}>
                {seen === null
                  ? t('bank.month.gapWithin', { day: formatOfficeDay(day) })
                  : t('bank.month.gap', {
                      day: formatOfficeDay(day),
                      expected: formatMoney(expected),
                      found: formatMoney(seen),
                    })}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Lines title={t('bank.month.open.title')} lines={open} />
      <Lines title={t('bank.month.changed')} lines={changed} />
      {found.other_payer.length > 0 && (
        <Part title={t('bank.month.otherPayer')}>
          {found.other_payer.map(({ line_id, day, text, match }) => (
            <List.Item key={line_id}>
              {[formatOfficeDay(day), text, ...(match?.parts ?? []).map(describeOwnPart)].join(' · ')}
            </List.Item>
          ))}
        </Part>
      )}
      {found.by_amount.length > 0 && (
        <Part title={t('bank.month.byAmount')} about={t('bank.month.byAmountAbout')}>
          {found.by_amount.map(({ line_id, day, text, match, recorded_by, is_own }) => (
            <List.Item key={line_id}>
              {[
                formatOfficeDay(day),
                text,
                ...(match?.parts ?? []).map(describeOwnPart),
                t(is_own ? 'bank.month.byAmountOwn' : 'bank.month.byAmountBy', {
                  recorded: recorded_by.join(', '),
                  matched: match?.by ?? '',
                }),
              ].join(' · ')}
            </List.Item>
          ))}
        </Part>
      )}
      {outstanding.length > 0 && (
        <Part title={t('bank.month.outstanding')} about={t('bank.month.outstandingAbout')}>
          {outstanding.map((part) => (
            <List.Item key={`${part.kind} ${part.id}`}>{describeKnownPart(part)}</List.Item>
          ))}
        </Part>
      )}
    </Stack>
  );
}

/** Says whether bank and ledgers agree, or what the difference is. */
function Verdict({ found: { closing, books, unexplained } }: { found: Reconciliation }) {
  if (closing === null || books === null || unexplained === null)
    return <Text size="sm">{t('bank.month.noBalance')}</Text>;
  if (isSameAmount(closing, books))
    return (
      <Alert color="leaf" role="status">
        {t('bank.month.agrees')}
      </Alert>
    );
  const difference = formatMoney(Math.round((closing - books) * 100) / 100);
  return (
    <Alert color={isSameAmount(unexplained, 0) ? 'turmeric' : 'red'} role="status">
      {isSameAmount(unexplained, 0)
        ? t('bank.month.explained', { difference })
        : t('bank.month.unexplained', { difference, rest: formatMoney(unexplained) })}
    </Alert>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly BankLine[] }) {
  if (lines.length === 0) return null;
  return (
    <Part title={title}>
      {lines.map(({ line_id, day, text, amount, match }) => (
        <List.Item key={line_id}>
          {[
            formatOfficeDay(day),
            text,
            formatMoney(amount),
            match && t('bank.line.changed', { amount: formatMoney(match.books_amount) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </List.Item>
      ))}
    </Part>
  );
}

function describeOwnPart(part: BankPart): string {
  return `${describePart(part)}, ${formatMoney(part.amount)}`;
}

function Part({ title, about, children }: { title: string; about?: string; children: ReactNode }) {
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {title}
      </Title>
      {about && <Text size="sm">{about}</Text>}
      <List size="sm" style={{ overflowWrap: 'anywhere' }}>
        {children}
      </List>
    </Stack>
  );
}
