import { type ReportName, reports, reportTitles } from '#contract/reports.ts';
import { sentenceOf } from '#web/client.ts';
import { toastFailed } from '#web/ui/dialog/toast.ts';
import { apiFile } from '../api.ts';
import { saveBlob } from './save-file.ts';

export interface ReportPeriod {
  /** Four digits. */
  year: string;
  /** 1 to 12. */
  month: string;
}

const CALLS = { report: reports.rentPayments, report2: reports.remainingDues, report3: reports.shopPayments };

/**
 * Opens a report as PDF in a new tab. The tab is opened within the click, before the report is asked for, because a
 * browser blocks one that comes later; it is closed again when there is nothing to show in it.
 */
export async function openReport(name: ReportName, period: ReportPeriod): Promise<void> {
  const tab = window.open('', '_blank');
  if (!tab) {
    toastFailed('Popup blocked! Please allow popups for reports.');
    return;
  }
  tab.document.title = reportTitles[name];
  tab.document.body.textContent = `The ${reportTitles[name].toLowerCase()} is being made. One moment, please.`;
  try {
    const pdf = await apiFile(CALLS[name], { query: { ...period, format: 'pdf' } });
    // The address lives as long as the office is open, for the tab may be loaded again.
    if (!tab.closed) tab.location.replace(URL.createObjectURL(pdf));
  } catch (error) {
    tab.close();
    toastFailed(sentenceOf(error, failureOf(name)));
  }
}

/** Downloads a report as a spreadsheet. */
export async function saveReport(name: ReportName, period: ReportPeriod): Promise<void> {
  try {
    const file = await apiFile(CALLS[name], { query: { ...period, format: 'xlsx' } });
    saveBlob(file, `${reportTitles[name]} ${period.year}-${period.month.padStart(2, '0')}.xlsx`);
  } catch (error) {
    toastFailed(sentenceOf(error, failureOf(name)));
  }
}

function failureOf(name: ReportName): string {
  return `Failed to load the ${reportTitles[name].toLowerCase()}.`;
}
