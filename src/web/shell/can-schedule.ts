import { allows, isPlatformAdmin } from '#domain/people/permissions.ts';
import { useIsSlotFilled } from '../page-slots.tsx';
import { useActor } from '../session.ts';

/**
 * Returns whether the user may create appointments and the feature is available. For every button that opens the
 * dialog.
 */
export function useCanSchedule(): boolean {
  const actor = useActor();
  const isFilled = useIsSlotFilled('shell.new-appointment');
  return isFilled && !isPlatformAdmin(actor) && allows(actor, 'can_schedule_new');
}
