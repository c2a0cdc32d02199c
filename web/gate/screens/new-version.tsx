import { useSyncExternalStore } from 'react';
import { isRenewed, watchRenewal } from '../register-worker.ts';

/** Says that a newer program is on the phone; it is taken when the page is opened anew. */
export function NewVersion() {
  if (!useSyncExternalStore(watchRenewal, isRenewed)) return null;
  return (
    <div className="note row">
      <p role="status">A new version of this page is here.</p>
      <button type="button" className="small" onClick={() => location.reload()}>
        Take it
      </button>
    </div>
  );
}
