/** What tells a browser from another in what it says of itself, those that pretend to be others first. */
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

/** A user agent as people speak of it, `Chrome on Android`; of other programs the beginning of what they call themselves. */
export function describeAgent(agent: string): string {
  const browser = nameIn(agent, BROWSERS);
  const system = nameIn(agent, SYSTEMS);
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`;
  return agent.slice(0, 40).trim() || 'unknown program';
}

function nameIn(agent: string, signs: typeof BROWSERS): string | undefined {
  return signs.find(([sign]) => sign.test(agent))?.[1];
}
