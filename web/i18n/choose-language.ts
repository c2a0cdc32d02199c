import { useSyncExternalStore } from 'react';
import { type Language, languages } from '#contract/languages.ts';
import { currentLanguage, setCurrentLanguage } from './t.ts';

/** The key in local storage, shared by office and gate. */
const KEY = 'language';
const changed = new EventTarget();

export function chosenLanguage(): Language {
  const stored = localStorage.getItem(KEY);
  const [preferred = ''] = navigator.languages;
  return known(stored) ?? known(preferred.toLowerCase().split('-')[0]) ?? 'en';
}

function known(name: string | null | undefined): Language | undefined {
  return languages.find((language) => language === name);
}

export function storeLanguage(language: Language): void {
  localStorage.setItem(KEY, language);
}

/**
 * Switches to a language whose texts are loaded. Components that call `useLanguage` render again, without losing what
 * was typed.
 */
export function showLanguage(language: Language): void {
  setCurrentLanguage(language);
  document.documentElement.lang = language;
  changed.dispatchEvent(new Event('change'));
}

export function useLanguage(): Language {
  return useSyncExternalStore(watchLanguage, currentLanguage);
}

function watchLanguage(listener: () => void): () => void {
  changed.addEventListener('change', listener);
  return () => changed.removeEventListener('change', listener);
}
