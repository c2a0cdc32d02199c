import { Chart, type Plugin } from 'chart.js';

/**
 * Draws the texts of a chart in the page's font. A canvas does not draw them again when the font has loaded, so until
 * then Sinhala and Tamil would remain boxes on a device without these letters.
 */
export const PAGE_FONT: Plugin = {
  id: 'page-font',
  start(chart) {
    Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
    const redraw = () => chart.update('none');
    redrawing.set(chart, redraw);
    document.fonts?.addEventListener('loadingdone', redraw);
  },
  stop(chart) {
    const redraw = redrawing.get(chart);
    if (redraw) document.fonts?.removeEventListener('loadingdone', redraw);
  },
};

const redrawing = new WeakMap<Chart, () => void>();
