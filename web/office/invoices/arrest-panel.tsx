import { t } from '#web/i18n/t.ts';
import { InfoButton } from '#web/ui/info-button.tsx';

/**
 * Explains arrest and arrears (docs/rules.md, Arrest). With `hasWord` the button is labelled “Arrest”, for places where
 * no other text mentions it.
 */
export function ArrestInfo({ hasWord = false }: { hasWord?: boolean }) {
  return <InfoButton label={t('invoices.arrest.label')} text={t('invoices.arrest.text')} hasWord={hasWord} />;
}
