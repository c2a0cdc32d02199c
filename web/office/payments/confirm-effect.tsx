import { openDialog } from '#web/ui/dialog/confirm.tsx';
import { type Consent, EffectDialog, type EffectQuestion } from './effect-dialog.tsx';

/** Said while what was confirmed is under way. */
export const CHANGING = 'Changing the books…';

/**
 * Asks before money moves, and shows what the act would do by rehearsing it; gives the choices of the person, undefined
 * when they chose not to. The act can be chosen only while its effect stands on the screen.
 */
export function confirmEffect(question: EffectQuestion): Promise<Consent | undefined> {
  return openDialog<Consent | undefined>((answer) => <EffectDialog question={question} answer={answer} />, undefined);
}
