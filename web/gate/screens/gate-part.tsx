import type { ComponentType } from 'react';
import { t } from '#web/i18n/t.ts';
import { lateLoader } from '#web/ui/late-loader.ts';

/**
 * Returns a component that is loaded when it is first shown. If that fails, a sentence is shown in its place: loading
 * again helps after a lost network, and opening the page again after a release that replaced the files.
 */
export function gatePart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const useLateLoad = lateLoader(load);
  return function GatePart(props: Props) {
    const { Part, failure, loadAgain } = useLateLoad();
    if (Part) return <Part {...props} />;
    if (failure === undefined) return null;
    return (
      <div className="card stack" role="alert">
        <p>
          {failure} {t('gate-app.part.missing')}
        </p>
        <button type="button" className="main" onClick={loadAgain}>
          {t('gate-app.part.again')}
        </button>
        <button type="button" onClick={() => location.reload()}>
          {t('gate-app.part.reload')}
        </button>
      </div>
    );
  };
}
