import { loadMessages } from '../i18n/load-messages.ts';

/** The English texts of office and gate, before each file of tests. */
for (const group of ['start', 'office', 'gate'] as const) await loadMessages(group);
