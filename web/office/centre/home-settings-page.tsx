import { centre } from '#contract/centre.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { CentrePage } from './centre-page.tsx';
import { HomeForm } from './home-form.tsx';

export function HomeSettingsPage() {
  const load = useLoad('centre home', (signal) => api(centre.getHome, {}, { signal }));
  return (
    <CentrePage path="/settings/home-page" subtitle="centre.home.subtitle" load={load} publicPath="/">
      {(stored) => <HomeForm stored={stored} />}
    </CentrePage>
  );
}
