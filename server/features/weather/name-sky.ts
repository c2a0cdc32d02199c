import type { ApiMessageKey } from '#contract/messages/message.ts';
import type { Sky } from '#contract/weather.ts';

export interface NamedSky {
  sky: Sky;
  description: ApiMessageKey;
}

/** The codes that Open-Meteo uses, of WMO code table 4677. */
const SKIES: Readonly<Record<number, NamedSky>> = {
  0: { sky: 'clear', description: 'weather.sky.clear_sky' },
  1: { sky: 'clear', description: 'weather.sky.mainly_clear' },
  2: { sky: 'partly-cloudy', description: 'weather.sky.partly_cloudy' },
  3: { sky: 'cloudy', description: 'weather.sky.overcast' },
  45: { sky: 'fog', description: 'weather.sky.fog' },
  48: { sky: 'fog', description: 'weather.sky.freezing_fog' },
  51: { sky: 'drizzle', description: 'weather.sky.light_drizzle' },
  53: { sky: 'drizzle', description: 'weather.sky.drizzle' },
  55: { sky: 'drizzle', description: 'weather.sky.heavy_drizzle' },
  56: { sky: 'drizzle', description: 'weather.sky.light_freezing_drizzle' },
  57: { sky: 'drizzle', description: 'weather.sky.freezing_drizzle' },
  61: { sky: 'rain', description: 'weather.sky.light_rain' },
  63: { sky: 'rain', description: 'weather.sky.rain' },
  65: { sky: 'rain', description: 'weather.sky.heavy_rain' },
  66: { sky: 'rain', description: 'weather.sky.light_freezing_rain' },
  67: { sky: 'rain', description: 'weather.sky.freezing_rain' },
  71: { sky: 'rain', description: 'weather.sky.light_snow' },
  73: { sky: 'rain', description: 'weather.sky.snow' },
  75: { sky: 'rain', description: 'weather.sky.heavy_snow' },
  77: { sky: 'rain', description: 'weather.sky.snow_grains' },
  80: { sky: 'showers', description: 'weather.sky.light_showers' },
  81: { sky: 'showers', description: 'weather.sky.showers' },
  82: { sky: 'showers', description: 'weather.sky.violent_showers' },
  85: { sky: 'showers', description: 'weather.sky.light_snow_showers' },
  86: { sky: 'showers', description: 'weather.sky.snow_showers' },
  95: { sky: 'thunderstorm', description: 'weather.sky.thunderstorm' },
  96: { sky: 'thunderstorm', description: 'weather.sky.thunderstorm_with_light_hail' },
  99: { sky: 'thunderstorm', description: 'weather.sky.thunderstorm_with_hail' },
};

export function nameSky(code: number): NamedSky | undefined {
  return SKIES[code];
}
