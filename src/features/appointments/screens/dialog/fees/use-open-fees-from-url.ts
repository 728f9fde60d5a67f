import { useEffect } from 'react';
import { openEditAppointment } from '#web/appointment-dialog-state.ts';
import { useNavigateTo, usePageLocation } from '#web/navigation/navigation.tsx';
import type { Appointment } from '../../../contract.ts';

/** Opens the fees step once for a URL with `?edit=fees` and removes the parameter, so that nothing opens it again. */
export function useOpenFeesFromUrl(appointment: Pick<Appointment, 'id' | 'may'>): void {
  const { path, search } = usePageLocation();
  const go = useNavigateTo();
  const { id, may } = appointment;
  const query = new URLSearchParams(search);
  const isAsked = query.get('edit') === 'fees';
  query.delete('edit');
  const rest = query.size > 0 ? `?${query}` : '';
  useEffect(() => {
    if (!isAsked) return;
    go(`${path}${rest}`, { replace: true, keepScroll: true });
    if (may.edit) openEditAppointment(id, 'addServices');
  }, [isAsked, path, rest, id, may.edit, go]);
}
