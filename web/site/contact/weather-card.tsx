import { useEffect, useState } from 'react';
import { dayOf, type Instant, startOfDay } from '#billing/calendar.ts';
import type { Answer } from '#contract/call.ts';
import type { weather } from '#contract/weather.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { useRowFocus } from '#web/ui/table/use-row-focus.ts';
import { SkyPicture } from './sky-picture.tsx';

export function WeatherCard({ place, speech }: { place: string; speech: Translator }) {
  const { t } = speech;
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
      {view.status === 'ready' && <WeatherNow weather={view.weather} speech={speech} />}
      {view.status === 'failed' && (
        <>
          <p role="alert">{t('weather.failed')}</p>
          <button type="button" onClick={retry}>
            {t('weather.retry')}
          </button>
        </>
      )}
    </section>
  );
}

function WeatherNow({
  weather: { temperature, icon, observed_at },
  speech: { t },
}: {
  weather: Weather;
  speech: Translator;
}) {
  return (
    <div className="weather-now" role="status">
      <SkyPicture sky={icon} isNight={isNight(observed_at)} />
      <p>
        <b className="degrees">{`${Math.round(temperature)} °C`}</b>
        <span className="sky-words">{t(`weather.${icon}`)}</span>
        <small>{t('weather.observed', { time: timeOfDay(observed_at) })}</small>
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
    // A browser stores the answer for a minute, also one without weather.
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

/** The contract's client would add the validator to the download. */
async function fetchWeather(options: RequestInit): Promise<Weather> {
  const answer = await fetch('/api/weather', options);
  if (!answer.ok) throw new Error(`the weather answered ${answer.status}`);
  const weatherNow = (await answer.json()) as Answer<typeof weather.now>;
  if (weatherNow.state === 'unavailable') throw new Error(weatherNow.message);
  return weatherNow;
}

const MINUTE_MS = 60 * 1000;
/** Near the equator sunrise and sunset stay within a quarter of an hour of these. */
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
