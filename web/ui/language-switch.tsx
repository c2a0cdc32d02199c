import { type Language, languages } from '#contract/languages.ts';
import { t } from '#web/i18n/t.ts';

export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', si: 'සිංහල', ta: 'தமிழ்' };

export function LanguageSwitch({ shown, choose }: { shown: Language; choose: (language: Language) => void }) {
  return (
    <fieldset className="languages">
      <legend className="unseen">{t('shared.language')}</legend>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={language === shown}
          onClick={() => choose(language)}
        >
          {LANGUAGE_NAMES[language]}
        </button>
      ))}
    </fieldset>
  );
}
