import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { closeAppointmentDialog, useAppointmentDialog } from '#web/appointment-dialog-state.ts';
import { NavigationProvider } from '#web/navigation/navigation.tsx';
import type { Appointment } from '../../../contract.ts';
import { useOpenFeesFromUrl } from './use-open-fees-from-url.ts';

const id = '00000000-0000-7000-8000-000000000001';
const path = `/appointments/details/${id}`;

let opened: ReturnType<typeof useAppointmentDialog> | null = null;
function Page({ edit }: { edit: boolean }) {
  useOpenFeesFromUrl({ id, may: { edit } as Appointment['may'] });
  opened = useAppointmentDialog();
  return null;
}

afterEach(() => {
  act(closeAppointmentDialog);
  cleanup();
});

function show(search: string, edit: boolean) {
  const go = vi.fn();
  render(
    <NavigationProvider place={{ path, search }} go={go}>
      <Page edit={edit} />
    </NavigationProvider>,
  );
  return go;
}

it('opens the fees step and restores the URL', () => {
  const go = show('?edit=fees&tab=x', true);
  expect(opened).toMatchObject({ opened: true, editing: { id, step: 'addServices' } });
  expect(go).toHaveBeenCalledExactlyOnceWith(`${path}?tab=x`, { replace: true, keepScroll: true });
});

it('opens nothing for users who may not edit, or without the parameter', () => {
  const go = show('?edit=fees', false);
  expect(opened?.opened).toBe(false);
  expect(go).toHaveBeenCalledOnce();
  cleanup();
  expect(show('?tab=x', true)).not.toHaveBeenCalled();
  expect(opened?.opened).toBe(false);
});
