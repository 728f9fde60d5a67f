import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import type { BookingRequestRow } from '../../office-contract.ts';
import classes from './office.module.css';

const AcceptDialog = lazy(async () => ({ default: (await import('./accept-dialog.tsx')).AcceptDialog }));
const ProposeDialog = lazy(async () => ({ default: (await import('./propose-dialog.tsx')).ProposeDialog }));
const DeclineDialog = lazy(async () => ({ default: (await import('./decline-dialog.tsx')).DeclineDialog }));

const dialogs = { accept: AcceptDialog, propose: ProposeDialog, decline: DeclineDialog } as const;

/** The answers to an open request, for members who may give them. `isMain`: accepting it is the next step of the page. */
export function RequestActions({ request, isMain }: { request: BookingRequestRow; isMain?: boolean }) {
  const t = useTranslation('booking/screens/office');
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null);
  if (!request.may_answer) return null;
  const Opened = open && dialogs[open];
  return (
    <div className={classes.buttons}>
      <Button variant={isMain ? 'filled' : 'light'} size="compact-md" onClick={() => setOpen('accept')}>
        {t('accept')}
      </Button>
      <Button variant="default" size="compact-md" onClick={() => setOpen('propose')}>
        {t('propose')}
      </Button>
      <Button variant="default" size="compact-md" onClick={() => setOpen('decline')}>
        {t('decline')}
      </Button>
      {Opened && (
        <Suspense>
          <Opened request={request} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </div>
  );
}
