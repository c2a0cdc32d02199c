import type { Sky } from '#contract/weather.ts';

export interface NamedSky {
  sky: Sky;
  description: string;
}

/** The codes that Open-Meteo uses, of WMO code table 4677. */
const SKIES: Readonly<Record<number, NamedSky>> = {
  0: { sky: 'clear', description: 'Clear sky' },
  1: { sky: 'clear', description: 'Mainly clear' },
  2: { sky: 'partly-cloudy', description: 'Partly cloudy' },
  3: { sky: 'cloudy', description: 'Overcast' },
  45: { sky: 'fog', description: 'Fog' },
  48: { sky: 'fog', description: 'Freezing fog' },
  51: { sky: 'drizzle', description: 'Light drizzle' },
  53: { sky: 'drizzle', description: 'Drizzle' },
  55: { sky: 'drizzle', description: 'Heavy drizzle' },
  56: { sky: 'drizzle', description: 'Light freezing drizzle' },
  57: { sky: 'drizzle', description: 'Freezing drizzle' },
  61: { sky: 'rain', description: 'Light rain' },
  63: { sky: 'rain', description: 'Rain' },
  65: { sky: 'rain', description: 'Heavy rain' },
  66: { sky: 'rain', description: 'Light freezing rain' },
  67: { sky: 'rain', description: 'Freezing rain' },
  71: { sky: 'rain', description: 'Light snow' },
  73: { sky: 'rain', description: 'Snow' },
  75: { sky: 'rain', description: 'Heavy snow' },
  77: { sky: 'rain', description: 'Snow grains' },
  80: { sky: 'showers', description: 'Light showers' },
  81: { sky: 'showers', description: 'Showers' },
  82: { sky: 'showers', description: 'Violent showers' },
  85: { sky: 'showers', description: 'Light snow showers' },
  86: { sky: 'showers', description: 'Snow showers' },
  95: { sky: 'thunderstorm', description: 'Thunderstorm' },
  96: { sky: 'thunderstorm', description: 'Thunderstorm with light hail' },
  99: { sky: 'thunderstorm', description: 'Thunderstorm with hail' },
};

/** Undefined for an unused code. */
export function nameSky(code: number): NamedSky | undefined {
  return SKIES[code];
}
