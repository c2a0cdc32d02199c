import '@mantine/core/styles.layer.css';
import '#web/ui/fonts/sinhala.css';
import '#web/ui/fonts/tamil.css';
import './office.css';
import { startTransition } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { chosenLanguage, showLanguage } from '#web/i18n/choose-language.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';

/** Loads the texts of the chosen language, or leaves English if they cannot be loaded, and then shows the page. */
export async function startPage(show: (root: Root) => void): Promise<void> {
  const element = document.getElementById('office');
  if (!element) return;
  const language = chosenLanguage();
  await loadMessages('start', language).then(
    () => showLanguage(language),
    () => undefined,
  );
  const root = createRoot(element);
  // The start is a separate task, and React renders in slices, so that a slow computer stays responsive.
  setTimeout(() => startTransition(() => show(root)), 0);
}
