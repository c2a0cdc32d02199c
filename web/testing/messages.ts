import gate from 'virtual:texts/en/gate';
import { loadMessages } from '../i18n/load-messages.ts';
import { addMessages } from '../i18n/t.ts';

for (const group of ['start', 'office'] as const) await loadMessages(group);
addMessages(gate, 'en');
