import imports from 'virtual:office/imports';
import type { OfficePath } from 'virtual:office/pages';
import type { ComponentType } from 'react';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { loadPart } from '#web/load-part.ts';

export function importOf(path: OfficePath): () => Promise<{ Component: ComponentType }> {
  return () => loadPart(() => fetchPage(path));
}

async function fetchPage(path: OfficePath): Promise<{ Component: ComponentType }> {
  const [page] = await Promise.all([imports[path](), loadMessages('office')]);
  return page;
}

/** Loads the file of a page in advance. A failure is ignored, because opening the page reports it. */
export function warmPage(path: OfficePath): void {
  fetchPage(path).catch(() => undefined);
}
