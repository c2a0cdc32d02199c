import { type ReportName, reports, reportTitles } from '#contract/reports.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { toastFailed } from '#web/ui/dialog/toast.ts';
import { apiFile } from '../api.ts';
import { saveBlob } from './save-blob.ts';

export interface ReportPeriod {
  /** Four digits. */
  year: string;
  /** 1 to 12. */
  month: string;
}

const CALLS = { report: reports.rentPayments, report2: reports.remainingDues, report3: reports.shopPayments };

/** Browsers block tabs that do not open within the click, so the request comes second. */
export async function openReport(name: ReportName, period: ReportPeriod): Promise<void> {
  const tab = window.open('', '_blank');
  if (!tab) {
    toastFailed(t('reports.open.blocked'));
    return;
  }
  tab.document.title = reportTitles[name];
  tab.document.body.textContent = t('reports.open.preparing', { title: reportTitles[name].toLowerCase() });
  try {
    const pdf = await apiFile(CALLS[name], { query: { ...period, format: 'pdf' } });
    // Not revoked, because the tab can be reloaded.
    if (!tab.closed) tab.location.replace(URL.createObjectURL(pdf));
  } catch (error) {
    tab.close();
    toastFailed(sentenceOf(error, failureOf(name)));
  }
}

export async function saveReport(name: ReportName, period: ReportPeriod): Promise<void> {
  try {
    const file = await apiFile(CALLS[name], { query: { ...period, format: 'xlsx' } });
    saveBlob(file, `${reportTitles[name]} ${period.year}-${period.month.padStart(2, '0')}.xlsx`);
  } catch (error) {
    toastFailed(sentenceOf(error, failureOf(name)));
  }
}

function failureOf(name: ReportName): string {
  return t('reports.open.failed', { title: reportTitles[name].toLowerCase() });
}
