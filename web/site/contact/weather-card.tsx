import type { Translator } from '#web/i18n/translate.ts';
import { useRowFocus } from '#web/ui/table/use-row-focus.ts';
import { SkyPicture } from './sky-picture.tsx';
import { isNight, timeOfDay } from './time-of-day.ts';
import { useWeather, type Weather } from './use-weather.ts';

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
