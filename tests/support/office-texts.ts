import shared from '#texts/shared.json' with { type: 'json' };
import { addMessages } from '#web/i18n/t.ts';

// The tests format expected dates with the office's English texts, which otherwise only the office's bundle loads.
addMessages(Object.fromEntries(Object.entries(shared.shared).map(([key, { en }]) => [key, en])), 'en');
