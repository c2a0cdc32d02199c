import { FAVOURITES_KEY } from '../favourites.ts';

export const VIEW_KEY = 'pola.prices-view';

const WIDE = '(min-width:48rem)';
/** Of a row of the compact list, in pixels. */
const LOWEST_ROW = 44;
const LONGEST_WAIT_MS = 5000;

/**
 * A script that runs before the first paint, so that nothing moves when the other scripts arrive. It sets the view of
 * this device (cards on a wide screen), unless the address contains one, and puts favourites first. With favourites, the
 * list is shown once all of it has arrived, because a favourite that comes late would move the others. Otherwise a phone
 * draws only the first screen of prices until the page has loaded or is scrolled, and so responds to touches sooner.
 */
export const EARLY_CHOICE = `try{
const s=localStorage;
if(!/[?&]view=c/.test(location.search))document.documentElement.dataset.view=s.getItem('${VIEW_KEY}')||(matchMedia('${WIDE}').matches?'cards':'compact');
const a=JSON.parse(s.getItem('${FAVOURITES_KEY}')||'[]').map(Number),c=new CSSStyleSheet;
c.replaceSync(a.map(i=>'.price:has([href$="/'+i+'/chart"]){order:-1;.star::before{clip-path:var(--full-star)}}').join(''));
document.adoptedStyleSheets=[c];
if(a.length&&document.readyState==='loading'){c.insertRule('.price{visibility:hidden}');document.addEventListener('readystatechange',()=>c.deleteRule(0),{once:true})}
if(!a.length&&!matchMedia('${WIDE}').matches){
c.insertRule('[data-view=compact] .price:nth-child(n+'+Math.ceil(Math.max(screen.width,screen.height)/${LOWEST_ROW})+'){content-visibility:hidden}');
const f=()=>c.cssRules.length&&c.deleteRule(0);
['load','scroll','keydown'].map(e=>addEventListener(e,f));
setTimeout(f,${LONGEST_WAIT_MS})
}
}catch{}`;
