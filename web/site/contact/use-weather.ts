import { useEffect, useState } from 'react';
import type { Answer } from '#contract/call.ts';
import type { weather } from '#contract/weather.ts';

export type Weather = Extract<Answer<typeof weather.now>, { state: 'current' }>;

export type WeatherView = { status: 'ready'; weather: Weather } | { status: 'loading' } | { status: 'failed' };

export function useWeather(): { view: WeatherView; retry: () => void } {
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
