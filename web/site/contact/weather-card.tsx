import { type ReactNode, useEffect, useState } from 'react';
import { dayOf, type Instant, startOfDay } from '#billing/calendar.ts';
import type { Answer } from '#contract/call.ts';
import type { Sky, weather } from '#contract/weather.ts';
import { fetchWithin } from '#web/fetch-within.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { useRowFocus } from '#web/ui/table/use-row-focus.ts';

export function WeatherCard({ place, translator }: { place: string; translator: Translator }) {
  const { t } = translator;
  const { view, retry } = useWeather();
  const card = useRowFocus<HTMLElement>();
  return (
    <section
      ref={card}
      className="card weather"
      aria-labelledby="weather"
      aria-busy={view.status === 'loading'}
      tabIndex={-1}
    >
      <h2 id="weather">{t('weather.title', { place })}</h2>
      {view.status === 'loading' && (
        <div className="weather-now waiting" role="status" aria-label={t('weather.loading')}>
          <span className="bone" />
        </div>
      )}
      {view.status === 'ready' && <WeatherNow weather={view.weather} translator={translator} />}
      {view.status === 'failed' && (
        <>
          <p role="status" className="no-weather">
            {t('weather.failed')}
          </p>
          <button type="button" onClick={retry}>
            {t('weather.retry')}
          </button>
        </>
      )}
    </section>
  );
}

function WeatherNow({
  weather: { temperature, icon, observed_at, is_example },
  translator: { t },
}: {
  weather: Weather;
  translator: Translator;
}) {
  return (
    <div className="weather-now" role="status">
      <SkyPicture sky={icon} isNight={isNight(observed_at)} />
      <p>
        <b className="degrees">{`${Math.round(temperature)} °C`}</b>
        <span className="sky-words">{t(`weather.${icon}`)}</span>
        <small>{is_example ? t('weather.example') : t('weather.observed', { time: timeOfDay(observed_at) })}</small>
      </p>
    </div>
  );
}

type Weather = Extract<Answer<typeof weather.now>, { state: 'current' }>;

type WeatherView = { status: 'ready'; weather: Weather } | { status: 'loading' } | { status: 'failed' };

function useWeather(): { view: WeatherView; retry: () => void } {
  const [round, setRound] = useState(0);
  const [outcome, setOutcome] = useState<{ round: number; view: WeatherView }>();
  useEffect(() => {
    const request = new AbortController();
    const settle = (view: WeatherView) => {
      if (!request.signal.aborted) setOutcome({ round, view });
    };
    // A retry skips the browser's cache, which stores every answer for a minute, even one without weather.
    fetchWeather({ signal: request.signal, cache: round === 0 ? 'default' : 'reload' }).then(
      (weather) => settle({ status: 'ready', weather }),
      () => settle({ status: 'failed' }),
    );
    return () => request.abort();
  }, [round]);
  return {
    view: outcome?.round === round ? outcome.view : { status: 'loading' },
    retry: () => setRound((before) => before + 1),
  };
}

const LIMITS = { answerMs: 20_000, silenceMs: 10_000 };

/** Loads the weather. It does not use the contract's client, which would add the validator to the download. */
async function fetchWeather(options: RequestInit): Promise<Weather> {
  const answer = await fetchWithin(LIMITS, '/api/weather', options);
  if (!answer.ok) throw new Error(`the weather answered ${answer.status}`);
  const weatherNow = (await answer.json()) as Answer<typeof weather.now>;
  if (weatherNow.state === 'unavailable') throw new Error(weatherNow.message);
  return weatherNow;
}

const MINUTE_MS = 60 * 1000;
/** Sunrise and sunset, in minutes after midnight. Close to the equator they vary by at most a quarter of an hour. */
const SUNRISE_MINUTES = 6 * 60;
const SUNSET_MINUTES = 18 * 60 + 15;

export function timeOfDay(instant: Instant): string {
  const minutes = minutesOf(instant);
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

export function isNight(instant: Instant): boolean {
  const minutes = minutesOf(instant);
  return minutes < SUNRISE_MINUTES || minutes >= SUNSET_MINUTES;
}

function minutesOf(instant: Instant): number {
  return Math.floor((Date.parse(instant) - Date.parse(startOfDay(dayOf(instant)))) / MINUTE_MS);
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

function SkyPicture({ sky, isNight }: { sky: Sky; isNight: boolean }) {
  return (
    <svg className="sky-picture" viewBox="0 0 96 96" aria-hidden="true" focusable="false">
      {partsOf(sky, isNight)}
    </svg>
  );
}

function partsOf(sky: Sky, isNight: boolean): ReactNode {
  const light = isNight ? <Moon /> : <Sun />;
  switch (sky) {
    case 'clear':
      return <g transform="translate(48 48)">{light}</g>;
    case 'partly-cloudy':
      return (
        <>
          <g transform="translate(60 36) scale(.8)">{light}</g>
          <Cloud className="cloud" transform="translate(6 26)" />
        </>
      );
    case 'cloudy':
      return (
        <>
          <Cloud className="cloud far" transform="translate(30 12) scale(.8)" />
          <Cloud className="cloud" transform="translate(4 26)" />
        </>
      );
    case 'fog':
      return (
        <>
          <Cloud className="cloud" transform="translate(10 6)" />
          <path className="mist" d="M16 64h64M8 76h58m8 0h10M22 88h52" />
        </>
      );
    case 'drizzle':
      return <Wet drops="M30 68v5m18-5v5m18-5v5M39 80v5m18-5v5" />;
    case 'rain':
      return <Wet drops="m32 66-5 12m21-12-5 12m21-12-5 12m-17 4-4 9m20-9-4 9" />;
    case 'showers':
      return (
        <>
          <g transform="translate(70 24) scale(.7)">{light}</g>
          <Wet drops="m34 68-6 15m22-15-6 15m22-15-6 15" />
        </>
      );
    case 'thunderstorm':
      return (
        <>
          <Wet drops="m28 68-5 13m49-13-5 13" />
          <path className="bolt" d="M52 58 38 76h9l-5 16 17-21H49z" />
        </>
      );
  }
}

function Wet({ drops }: { drops: string }) {
  return (
    <>
      <Cloud className="cloud dark" transform="translate(8 8)" />
      <path className="drops" d={drops} />
    </>
  );
}

function Cloud({ className, transform }: { className: string; transform: string }) {
  return (
    <path
      className={className}
      transform={transform}
      d="M18 52a16 16 0 0 1-2-31.9A22 22 0 0 1 58 16a18 18 0 0 1 8 36z"
    />
  );
}

const RAYS = [0, 45, 90, 135, 180, 225, 270, 315];

function Sun() {
  return (
    <g className="sun">
      <circle r="18" />
      {RAYS.map((degrees) => (
        <path key={degrees} d="M-3.5-26h7L0-38z" transform={`rotate(${degrees})`} />
      ))}
    </g>
  );
}

function Moon() {
  return <path className="moon" d="M10-24A26 26 0 1 0 24 14 21 21 0 0 1 10-24z" />;
}
