import { readFileSync } from 'node:fs';
import path from 'node:path';
import { addMessages } from '#web/i18n/t.ts';

// Dates that journeys expect are written with the office's English texts, which only its bundle loads by itself.
const file = path.join(import.meta.dirname, '../../web/i18n/en/start/shared.json');
addMessages(JSON.parse(readFileSync(file, 'utf8')), 'en');
