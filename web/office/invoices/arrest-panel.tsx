import { t } from '#web/i18n/t.ts';
import { InfoButton } from '#web/ui/info-button.tsx';

/**
 * Explains arrest and arrears (docs/rules.md, Arrest). With `hasWord` the button says “Arrest”, for places where no
 * text next to it does.
 */
export function ArrestInfo({ hasWord = false }: { hasWord?: boolean }) {
  return <InfoButton label={t('invoices.arrest.label')} text={t('invoices.arrest.text')} hasWord={hasWord} />;
}
