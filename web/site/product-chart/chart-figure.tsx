import { type ComponentType, useEffect, useRef, useState } from 'react';
import { fromDayNumber } from '#billing/calendar.ts';
import { formatShortDay } from '#contract/days.ts';
import type { DailyLorries } from '#contract/site.ts';
import type { Translator } from '#web/i18n/translate.ts';
import type { ChartGroup, PricePoint } from '#web/ui/chart/chart-range.ts';
import { ArrivalsStrip, type DayAxis } from './arrivals-strip.tsx';
import type { ChartPoints, Lines } from './chart-options.ts';
import type { ClosedGapDay } from './closed-gaps.ts';
import { daySpanOf } from './plot-frame.ts';
import type { PriceChartHandle, SitePriceChart } from './price-chart.tsx';
import { PriceSketch } from './price-sketch.tsx';

interface ChartFigureProps extends ChartPoints {
  gaps: ReadonlyMap<number, ClosedGapDay[]>;
  group: ChartGroup;
  lorries: DailyLorries;
  /** A key that changes with the data, so that a new chart starts without zoom. */
  pictureKey: string;
  isAlive: boolean;
  translator: Translator;
}

const ZOOM_STEP = 1.5;

export function ChartFigure(props: ChartFigureProps) {
  const { points, band, gaps, group, lorries, pictureKey, isAlive, translator } = props;
  const { t } = translator;
  const [lines, setLines] = useState<Lines>({ min: true, max: true });
  const handle = useRef<PriceChartHandle>(null);
  const [axis, setAxis] = useState<DayAxis>();
  const Picture = usePicture();
  const dateOf = (point: PricePoint | undefined) => (point ? formatShortDay(fromDayNumber(point.day), t) : '');
  const name = t('chart.picture', { from: dateOf(points.at(0)), to: dateOf(points.at(-1)) });
  return (
    <figure className="chart" aria-label={t('chart.title')}>
      <div className="plot">
        {Picture ? (
          <Picture
            key={pictureKey}
            points={points}
            band={band}
            gaps={gaps}
            group={group}
            lines={lines}
            name={name}
            handle={handle}
            showAxis={setAxis}
            translator={translator}
          />
        ) : (
          <PriceSketch points={points} band={band} group={group} name={name} translator={translator} />
        )}
      </div>
      <ArrivalsStrip
        lorries={lorries}
        days={{ first: points.at(0)?.day ?? 0, last: points.at(-1)?.day ?? 0 }}
        span={daySpanOf(points, band)}
        axis={axis}
        translator={translator}
      />
      <div className="chart-bar">
        <LineSwitch line="max" lines={lines} setLines={setLines} isAlive={isAlive} t={t} />
        <LineSwitch line="min" lines={lines} setLines={setLines} isAlive={isAlive} t={t} />
        {band.length > 0 && (
          <a className="ahead-link" href="#outlook">
            {t('outlook.panel')}
          </a>
        )}
      </div>
      <div className="chart-bar">
        <figcaption>{t('chart.hint')}</figcaption>
        <div className="zoom">
          <button
            type="button"
            disabled={!Picture}
            onClick={() => handle.current?.zoom(ZOOM_STEP)}
            aria-label={t('chart.zoomIn')}
          >
            +
          </button>
          <button
            type="button"
            disabled={!Picture}
            onClick={() => handle.current?.zoom(1 / ZOOM_STEP)}
            aria-label={t('chart.zoomOut')}
          >
            −
          </button>
          <button type="button" disabled={!Picture} onClick={() => handle.current?.resetZoom()}>
            {t('chart.zoomReset')}
          </button>
        </div>
      </div>
    </figure>
  );
}

type Picture = typeof SitePriceChart extends ComponentType<infer Props> ? ComponentType<Props> : never;

function usePicture(): Picture | undefined {
  const [loaded, setLoaded] = useState<{ Picture: Picture }>();
  useEffect(() => {
    let isGone = false;
    import('./price-chart.tsx').then(
      (module) => isGone || setLoaded({ Picture: module.SitePriceChart }),
      (error: unknown) => console.warn('the chart did not load; the drawing stays', error),
    );
    return () => {
      isGone = true;
    };
  }, []);
  return loaded?.Picture;
}

interface LineSwitchProps {
  line: keyof Lines;
  lines: Lines;
  setLines: (lines: Lines) => void;
  isAlive: boolean;
  t: Translator['t'];
}

function LineSwitch({ line, lines, setLines, isAlive, t }: LineSwitchProps) {
  return (
    <label className={`line-switch ${line}`}>
      <input
        type="checkbox"
        checked={lines[line]}
        disabled={!isAlive}
        onChange={({ target }) => setLines({ ...lines, [line]: target.checked })}
      />
      <span>{t(line === 'min' ? 'chart.min' : 'chart.max')}</span>
    </label>
  );
}
