import { type ReactNode, useState } from 'react';
import { VerifyDialog } from './verify-dialog.tsx';

interface Verification {
  /** Resolves to false when the person cancels. */
  verify: () => Promise<boolean>;
  /** Rendered outside of forms, because its own form would submit them too. */
  dialog: ReactNode;
  isOpen: boolean;
}

/** `act` is the button: 'Write off debt'. */
export function useVerification(act: string): Verification {
  const [asked, setAsked] = useState<{ answer: (isVerified: boolean) => void }>();
  const verify = () =>
    new Promise<boolean>((resolve) =>
      setAsked({
        answer: (isVerified) => {
          setAsked(undefined);
          resolve(isVerified);
        },
      }),
    );
  const dialog = (
    <VerifyDialog
      isOpen={asked !== undefined}
      act={act}
      onClose={() => asked?.answer(false)}
      onVerified={() => asked?.answer(true)}
    />
  );
  return { verify, dialog, isOpen: asked !== undefined };
}
