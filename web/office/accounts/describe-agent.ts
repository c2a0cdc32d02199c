import { t } from '#web/i18n/t.ts';

/** Patterns that identify a browser in a user agent. Browsers whose user agents imitate others come first. */
const BROWSERS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** Returns browser and system, such as `Chrome on Android`; for other programs the beginning of the user agent. */
export function describeAgent(agent: string): string {
  const browser = nameIn(agent, BROWSERS);
  const system = nameIn(agent, SYSTEMS);
  if (browser !== undefined && system !== undefined) return t('accounts.program.on', { browser, system });
  return agent.slice(0, 40).trim() || t('accounts.program.unknown');
}

function nameIn(agent: string, signs: typeof BROWSERS): string | undefined {
  return signs.find(([sign]) => sign.test(agent))?.[1];
}
