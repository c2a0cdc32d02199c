import type { Language } from '#contract/languages.ts';

/** The longest time that the first paint waits for the font of the language. */
const LONGEST_FONT_WAIT_MS = 1500;

/** Of the template with the scripts that begin after the font. */
export const LATER_ID = 'later';

/**
 * Returns a script that loads the font of a letter, if the device has none, while the rest of the page arrives, and delays the first
 * paint and the scripts of the page until then. Browsers otherwise load it after the first layout, in which a slow phone
 * searches all its fonts for each blank letter, and which it must do again. Scripts that are inserted do not wait for the
 * whole page, which they read, so they are inserted when it has arrived.
 */
function scriptOf(letter: string): string {
  return `{const r=document.documentElement,s=r.style,l=document.getElementById('${LATER_ID}'),g=()=>{if(l?.isConnected)l.replaceWith(l.content)},f=()=>{s.display='';document.readyState==='loading'?addEventListener('DOMContentLoaded',g):g()};
if(document.fonts){s.display='none';document.fonts.load('1em '+getComputedStyle(r).getPropertyValue('--text-font'),'${letter}').then(f,f);setTimeout(f,${LONGEST_FONT_WAIT_MS})}else f()}`;
}

export const FONT_SCRIPTS: Partial<Record<Language, string>> = {
  si: scriptOf('අ'),
  ta: scriptOf('அ'),
};
