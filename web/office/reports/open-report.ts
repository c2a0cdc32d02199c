import type { Month } from '#billing/calendar.ts';
import { type ReportName, reports } from '#contract/reports.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { toastFailed } from '#web/ui/dialog/toast.ts';
import { saveBlob } from '#web/ui/file/save-blob.ts';
import { apiFile } from '../api.ts';

export interface ReportPeriod {
  /** The year in four digits. */
  year: string;
  /** The number of the month, `1` to `12`. */
  month: string;
}

export interface ReportFile {
  title: string;
  /** The month or year, as in the file name. */
  period: string;
  load: (format: 'pdf' | 'xlsx') => Promise<Blob>;
}

const CALLS = { report: reports.rentPayments, report2: reports.remainingDues, report3: reports.shopPayments };

export function monthlyReport(name: ReportName, period: ReportPeriod): ReportFile {
  return {
    title: t(`reports.name.${name}`),
    period: `${period.year}-${period.month.padStart(2, '0')}`,
    load: (format) => apiFile(CALLS[name], { query: { ...period, format } }),
  };
}

export function rentRollReport(month: Month): ReportFile {
  return {
    title: t('shell.page.rent-roll'),
    period: month,
    load: (format) => apiFile(reports.rentRollFile, { query: { month, format } }),
  };
}

export function yearReport(year: string): ReportFile {
  return {
    title: t('reports.name.year'),
    period: year,
    load: (format) => apiFile(reports.yearFile, { query: { year, format } }),
  };
}

/**
 * Opens a tab, then requests the report. Browsers block tabs that are not opened directly by a click, so the request
 * comes second.
 */
export async function openReport({ title, load }: ReportFile): Promise<void> {
  const tab = window.open('', '_blank');
  if (!tab) {
    toastFailed(t('reports.open.blocked'));
    return;
  }
  tab.document.title = title;
  tab.document.body.textContent = t('reports.open.preparing', { title: title.toLowerCase() });
  try {
    const pdf = await load('pdf');
    // The object URL is not revoked, because the user may reload the tab.
    if (!tab.closed) tab.location.replace(URL.createObjectURL(pdf));
  } catch (error) {
    tab.close();
    toastFailed(sentenceOf(error, failureOf(title)));
  }
}

export async function saveReport({ title, period, load }: ReportFile): Promise<void> {
  try {
    saveBlob(await load('xlsx'), `${title} ${period}.xlsx`);
  } catch (error) {
    toastFailed(sentenceOf(error, failureOf(title)));
  }
}

function failureOf(title: string): string {
  return t('reports.open.failed', { title: title.toLowerCase() });
}
