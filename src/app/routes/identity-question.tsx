import { Suspense, useEffect, useRef, useState } from 'react';
import { client } from '#web/client/client.ts';
import { lazy } from '#web/loading/lazy.ts';

const IdentityDialog = lazy(async () => ({
  default: (await import('#features/auth/screens/identity-dialog.tsx')).IdentityDialog,
}));

/** Asks for the password when a call is refused without it. Answered with no when it is removed. */
export function IdentityQuestion() {
  const [isAsked, setAsked] = useState(false);
  const settle = useRef<(isConfirmed: boolean) => void>(undefined);
  useEffect(() => {
    client.onIdentityRequired(() => {
      setAsked(true);
      return new Promise((resolve) => {
        settle.current = resolve;
      });
    });
    return () => {
      client.onIdentityRequired(null);
      settle.current?.(false);
    };
  }, []);
  const answer = (isConfirmed: boolean) => {
    setAsked(false);
    settle.current?.(isConfirmed);
  };
  return <Suspense>{isAsked && <IdentityDialog onAnswer={answer} />}</Suspense>;
}
