import { type ComponentType, Suspense, useState } from 'react';
import { lazy } from '#web/loading/lazy.ts';
import type { Appointment } from '../../../contract.ts';

interface DialogProps {
  appointment: Appointment;
  opened: boolean;
  onClose: () => void;
}

/** Wraps a dialog whose code is loaded when it first opens. */
function onDemand<P extends { opened: boolean }>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Inner = lazy(async () => ({ default: await load() })) as unknown as ComponentType<P>;
  return function OnDemand(props: P) {
    const [wasOpened, setOpened] = useState(props.opened);
    if (props.opened && !wasOpened) setOpened(true);
    if (!wasOpened) return null;
    return (
      <Suspense>
        <Inner {...props} />
      </Suspense>
    );
  };
}

export const CancelDialog = onDemand<DialogProps>(
  async () => (await import('./cancel-dialog.tsx')).CancelDialog,
);
const act = (name: 'Confirm' | 'Restore' | 'Complete' | 'Unconfirm' | 'Remove') =>
  onDemand<DialogProps>(async () => (await import('./status-dialogs.tsx'))[`${name}Dialog`]);

export const ConfirmDialog = act('Confirm');
export const RestoreDialog = act('Restore');
export const CompleteDialog = act('Complete');
export const UnconfirmDialog = act('Unconfirm');
export const RemoveDialog = act('Remove');
export const SendDialog = onDemand<DialogProps>(async () => (await import('./send-dialog.tsx')).SendDialog);
export const PropertyDialog = onDemand<DialogProps>(
  async () => (await import('./property-dialog.tsx')).PropertyDialog,
);
export const PeopleDialog = onDemand<DialogProps>(
  async () => (await import('./people-dialog.tsx')).PeopleDialog,
);
export const RescheduleDialog = onDemand<DialogProps>(
  async () => (await import('./reschedule-dialog.tsx')).RescheduleDialog,
);
/** `event` is the sub-event to edit, or null for a new one. */
export const SubEventDialog = onDemand<
  DialogProps & { event: Appointment['inspection_events'][number] | null }
>(async () => (await import('./sub-event-dialog.tsx')).SubEventDialog);
