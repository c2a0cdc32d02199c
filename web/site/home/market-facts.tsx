import type { ReactNode } from 'react';
import type { MarketFigure } from '#contract/centre.ts';
import type { OwnTexts } from '#contract/site.ts';
import type { SiteMessageKey, Translator } from '#web/i18n/translate.ts';
import { ClockSign, LorrySign, PeopleSign, ShareSign, VegetablesSign } from './fact-signs.tsx';

interface Fact {
  name: MarketFigure;
  title: SiteMessageKey;
  text: SiteMessageKey;
  figure: string;
  sign: ReactNode;
}

/** Specification 1, section 1. */
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

export function MarketFacts({ own, speech: { t } }: { own: OwnTexts; speech: Translator }) {
  return (
    <section className="wrap facts" aria-labelledby="facts">
      <h2 id="facts">{t('home.facts')}</h2>
      <ul>
        {FACTS.map(({ name, title, text, figure, sign }) => (
          <li key={title}>
            {sign}
            <h3>{t(title)}</h3>
            <p>
              {own[name] === '' ? (
                <WithFigure text={t(text, { figure })} figure={figure} />
              ) : (
                <WithFigure text={own[name]} figure={firstFigure(own[name])} />
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
