import { centre } from '#contract/centre.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { CentrePage } from './centre-page.tsx';
import { ContactForm } from './contact-form.tsx';

export function ContactSettingsPage() {
  const load = useLoad('centre contact', (signal) => api(centre.getContact, {}, { signal }));
  return (
    <CentrePage path="/settings/contact" subtitle="centre.contact.subtitle" load={load} publicPath="/contact">
      {(stored) => <ContactForm stored={stored} />}
    </CentrePage>
  );
}
