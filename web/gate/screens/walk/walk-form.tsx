import { useId, useState } from 'react';
import type { WalkState } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { Fault, Field } from '../field.tsx';
import { useGate } from '../use-gate.ts';
import { useGateAction } from '../use-gate-action.ts';
import { shrinkPicture } from './shrink-picture.ts';

const MOST_NOTE = 200;

interface WalkFormProps {
  shop: string;
  state: WalkState;
  onDone: () => void;
}

/** A note and a picture of what is seen. */
export function WalkForm({ shop, state, onDone }: WalkFormProps) {
  const gate = useGate();
  const id = useId();
  const [note, setNote] = useState('');
  const [file, setFile] = useState<File>();
  const { isBusy, failure, run } = useGateAction(t('gate-app.walk.saveFailed'));
  const save = async () => {
    const picture = file === undefined ? null : await shrinkPicture(file);
    await gate.recordWalk({ shop, seen: state, note: note.trim(), picture });
    onDone();
  };
  return (
    <form
      className="walk-form"
      onSubmit={(event) => {
        event.preventDefault();
        run(save);
      }}
    >
      <p>
        <b>{t(`gate-app.walk.state.${state}`)}</b>
      </p>
      <Field label={t('gate-app.walk.note')} value={note} most={MOST_NOTE} autoComplete="off" onType={setNote} />
      <div className="field">
        <label htmlFor={id}>{t('gate-app.walk.picture')}</label>
        <input
          id={id}
          type="file"
          accept="image/*"
          capture="environment"
          onChange={({ currentTarget }) => setFile(currentTarget.files?.[0])}
        />
      </div>
      <div className="two">
        <button type="submit" className="main" disabled={isBusy}>
          {t('gate-app.walk.save')}
        </button>
        <button type="button" disabled={isBusy} onClick={onDone}>
          {t('gate-app.walk.cancel')}
        </button>
      </div>
      <Fault>{failure}</Fault>
    </form>
  );
}
