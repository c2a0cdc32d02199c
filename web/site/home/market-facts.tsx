import type { ReactNode } from 'react';
import type { MarketFigure } from '#contract/centre.ts';
import type { OwnTexts } from '#contract/site.ts';
import type { SiteMessageKey, Translator } from '#web/i18n/translate.ts';

interface Fact {
  name: MarketFigure;
  title: SiteMessageKey;
  text: SiteMessageKey;
  figure: string;
  sign: ReactNode;
}

/** The facts of specification 1, section 1. */
const FACTS: readonly Fact[] = [
  {
    name: 'traders',
    title: 'home.fact.traders',
    text: 'home.fact.tradersText',
    figure: '10,000',
    sign: <PeopleSign />,
  },
  {
    name: 'vehicles',
    title: 'home.fact.vehicles',
    text: 'home.fact.vehiclesText',
    figure: '2,000',
    sign: <LorrySign />,
  },
  {
    name: 'vegetables',
    title: 'home.fact.vegetables',
    text: 'home.fact.vegetablesText',
    figure: '2,500',
    sign: <VegetablesSign />,
  },
  { name: 'share', title: 'home.fact.share', text: 'home.fact.shareText', figure: '60%-70%', sign: <ShareSign /> },
  { name: 'opening', title: 'home.fact.opening', text: 'home.fact.openingText', figure: '4.30', sign: <ClockSign /> },
];

interface MarketFactsProps {
  own: OwnTexts;
  /** The opening time in the settings, which replaces that of the specification; undefined if they are the same. */
  openingTime: string | undefined;
  translator: Translator;
}

export function MarketFacts({ own, openingTime, translator: { t } }: MarketFactsProps) {
  const ownOf = (name: MarketFigure) =>
    own[name] || (name === 'opening' && openingTime !== undefined ? t('home.fact.opensAt', { time: openingTime }) : '');
  return (
    <section className="wrap facts" aria-labelledby="facts">
      <h2 id="facts">{t('home.facts')}</h2>
      <ul>
        {FACTS.map(({ name, title, text, figure, sign }) => (
          <li key={title}>
            {sign}
            <h3>{t(title)}</h3>
            <p>
              {ownOf(name) === '' ? (
                <WithFigure text={t(text, { figure })} figure={figure} />
              ) : (
                <WithFigure text={ownOf(name)} figure={firstFigure(ownOf(name))} />
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function firstFigure(text: string): string {
  return /\d(?:[\d.,:%–-]*[\d%])?/.exec(text)?.[0] ?? '';
}

function WithFigure({ text, figure }: { text: string; figure: string }) {
  const at = text.indexOf(figure);
  return (
    <>
      {text.slice(0, at)}
      <b>{figure}</b>
      {text.slice(at + figure.length)}
    </>
  );
}

function FactSign({ children }: { children: ReactNode }) {
  return (
    <svg className="fact-sign" viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      {children}
    </svg>
  );
}

function PeopleSign() {
  return (
    <FactSign>
      <path fill="#2f7a48" d="M6 58c0-15 5-23 14-23s14 8 14 23z" />
      <path fill="#f4b82e" d="M30 58c0-15 5-23 14-23s14 8 14 23z" />
      <path fill="#8f5b3a" d="M20 14a9 10 0 1 1 0 20 9 10 0 0 1 0-20z" />
      <path fill="#a9714a" d="M44 14a9 10 0 1 1 0 20 9 10 0 0 1 0-20z" />
      <path fill="#dba75f" d="M5 18c4-3 8-4 8-8 3-4 11-4 14 0 0 4 4 5 8 8-9 3-21 3-30 0z" />
      <path fill="#2a211b" d="M34.5 23c-1-14 20-14 19 0-4-5-14-6-19 0z" />
    </FactSign>
  );
}

function LorrySign() {
  return (
    <FactSign>
      <path fill="#d9b779" d="M6 24c0-9 14-10 15-3 1-7 16-7 17 3z" />
      <path fill="#2c6e6a" d="M3 22h36v23H3z" />
      <path fill="#24595a" d="M11 22h3v23h-3zm12 0h3v23h-3z" />
      <path fill="#f4b82e" d="M41 20h11c3 0 4 2 5 4l4 11v10H41z" />
      <path fill="#cfe7ee" d="M45 24h6c2 0 2 1 3 2l3 8H45z" />
      <path fill="#27322c" d="M2 44h60v4H2z" />
      <path fill="#2b2f2c" d="M16 41a7 7 0 1 1 0 14 7 7 0 0 1 0-14zm33 0a7 7 0 1 1 0 14 7 7 0 0 1 0-14z" />
      <path fill="#b9bfb6" d="M16 45a3 3 0 1 1 0 6 3 3 0 0 1 0-6zm33 0a3 3 0 1 1 0 6 3 3 0 0 1 0-6z" />
    </FactSign>
  );
}

function VegetablesSign() {
  return (
    <FactSign>
      <path fill="#3c7d47" d="M30 22C22 18 20 10 24 3c6 5 8 11 7 19zm4 0c-3-8-1-15 6-20 5 7 2 15-4 20z" />
      <path fill="#ee8330" d="M24 20h14l-3 22h-8z" />
      <path fill="#d9412f" d="M15 20a11 11 0 1 1 0 22 11 11 0 0 1 0-22z" />
      <path fill="#5d3479" d="M39 40c-4-12 2-22 10-20s12 10 8 20z" />
      <path fill="#3c7d47" d="m9 21 6 3 6-3-3-4-3 2-3-2zm33-1c2-4 8-5 12-1l-5 4z" />
      <path fill="#c08a4a" d="M3 36h58l-7 24H10z" />
      <path fill="#8a5a2b" d="M7.5 44h49l-1 4h-47zm2.5 9h44l-1 3.5H11z" />
    </FactSign>
  );
}

function ShareSign() {
  return (
    <FactSign>
      <path fill="#e2d8c0" d="M32 6a26 26 0 1 1 0 52 26 26 0 0 1 0-52z" />
      <path fill="#2f7a48" d="M32 32V6a26 26 0 1 1-25.5 31z" />
      <path fill="#f4b82e" d="M32 32 6.5 37A26 26 0 0 1 8 21.8z" />
      <path fill="#fffdf8" d="M32 22a10 10 0 1 1 0 20 10 10 0 0 1 0-20z" />
    </FactSign>
  );
}

function ClockSign() {
  return (
    <FactSign>
      <path fill="#f4b82e" d="M12 50a20 20 0 0 1 40 0z" />
      <path fill="none" stroke="#f4b82e" strokeWidth="4" strokeLinecap="round" d="m6 34-3-2m55 2 3-2" />
      <path fill="#14532d" d="M32 4a20 20 0 1 1 0 40 20 20 0 0 1 0-40z" />
      <path fill="#fffdf8" d="M32 8a16 16 0 1 1 0 32 16 16 0 0 1 0-32z" />
      <path fill="none" stroke="#14532d" strokeWidth="3.5" strokeLinecap="round" d="m32 24 5 7M32 24v11" />
      <path fill="#2f7a48" d="M2 50h60v5H2zm8 8h44v4H10z" />
    </FactSign>
  );
}
