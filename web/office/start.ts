import '@mantine/core/styles.layer.css';
import '#web/ui/tokens.css';
import '#web/ui/fonts.css';
import './bold-fonts.css';
import './office.css';
import './letters.css';
import { startTransition } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { chosenLanguage, showLanguage } from '#web/i18n/choose-language.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { loadPart } from '#web/load-part.ts';

/** A page in English is shown after this time. It changes its language when the texts arrive. */
const TEXTS_WITHIN_MS = 4000;

/** Loads the texts of the chosen language, then shows the page. If they cannot be loaded, the page is in English. */
export async function startPage(show: (root: Root) => void): Promise<void> {
  const element = document.getElementById('office');
  if (!element) return;
  const language = chosenLanguage();
  const texts = loadMessages('start', language).then(() => showLanguage(language));
  await loadPart(() => texts, TEXTS_WITHIN_MS).catch(() => undefined);
  const root = createRoot(element);
  // Rendering in a separate task and in slices keeps a slow computer responsive.
  setTimeout(() => startTransition(() => show(root)), 0);
}
