import type { Language } from '#contract/languages.ts';
import { LATER_ID } from './later-id.ts';

/** The longest time that the first paint waits for the font of the language. */
const LONGEST_FONT_WAIT_MS = 1500;

/** The longest time that the first paint waits for the bold face, which a cache has sooner. */
const LONGEST_BOLD_WAIT_MS = 50;

interface ReaderFont {
  /** A letter that only this font has. */
  letter: string;
  script: string;
  /** The bold face on a device, by its PostScript name. */
  bold: readonly string[];
  letters: string;
}

/**
 * Returns a script that loads the font of a letter, if the device has none, while the rest of the page arrives, and delays the first
 * paint and the scripts of the page until then. Browsers otherwise load it after the first layout, in which a slow phone
 * searches all its fonts for each blank letter, and which it must do again. Scripts that are inserted do not wait for the
 * whole page, which they read, so they are inserted when it has arrived.
 *
 * The bold face would make the first visit a quarter larger, so it is loaded when the regular one was on the device or in the
 * cache. It is added when it has been loaded and nothing is painted: it would move what is painted, and a face that is
 * not loaded is replaced by boxes and not by the regular one.
 */
function scriptOf({ letter, script, bold, letters }: ReaderFont): string {
  const sources = [...bold.map((name) => `local("${name}")`), `url(/fonts/noto-sans-${script}-700.woff2)`].join();
  return `{const r=document.documentElement,s=r.style,l=document.getElementById('${LATER_ID}'),g=()=>{if(l?.isConnected)l.replaceWith(l.content)},f=()=>{s.display='';document.readyState==='loading'?addEventListener('DOMContentLoaded',g):g()},
b=()=>{if(!performance.getEntriesByType('resource').some((e)=>e.name.endsWith('-400.woff2')&&e.transferSize)){const n=new FontFace('Noto Sans ${script}','${sources}',{weight:'700',unicodeRange:'${letters}'});n.load().then(()=>{if(s.display)document.fonts.add(n);f()},f);setTimeout(f,${LONGEST_BOLD_WAIT_MS})}else f()};
if(document.fonts){s.display='none';document.fonts.load('1em '+getComputedStyle(r).getPropertyValue('--text-font'),'${letter}').then(b,f);setTimeout(f,${LONGEST_FONT_WAIT_MS})}else f()}`;
}

/** Begins the scripts of a page after its first paint: a frame is painted before a timer that it sets. */
export const START_SCRIPT = `{const l=document.getElementById('${LATER_ID}');addEventListener('DOMContentLoaded',()=>requestAnimationFrame(()=>setTimeout(()=>l.replaceWith(l.content))))}`;

export const FONT_SCRIPTS: Partial<Record<Language, string>> = {
  si: scriptOf({
    letter: 'අ',
    script: 'sinhala',
    bold: ['NotoSansSinhala-Bold', 'SinhalaSangamMN-Bold', 'NirmalaUI-Bold'],
    letters: 'U+0964-0965,U+0D81-0DF4,U+200C-200D,U+25CC',
  }),
  ta: scriptOf({
    letter: 'அ',
    script: 'tamil',
    bold: ['NotoSansTamil-Bold', 'TamilSangamMN-Bold', 'NirmalaUI-Bold'],
    letters: 'U+0964-0965,U+0B82-0BFA,U+200C-200D,U+20B9,U+25CC',
  }),
};
