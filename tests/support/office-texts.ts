import shared from '#texts/shared.json' with { type: 'json' };
import { addMessages } from '#web/i18n/t.ts';

// The tests format expected dates with the office's English texts. Otherwise only the office's bundle loads these
// texts.
addMessages(Object.fromEntries(Object.entries(shared.shared).map(([key, { en }]) => [key, en])), 'en');
