import { allows, isPlatformAdmin } from '#domain/people/permissions.ts';
import { useActor } from '../session.ts';
import { useIsFilled } from '../slots.tsx';

/** May the person make appointments, and is the room there? For every button that opens the dialog. */
export function useCanSchedule(): boolean {
  const actor = useActor();
  const isFilled = useIsFilled('shell.new-appointment');
  return isFilled && !isPlatformAdmin(actor) && allows(actor, 'can_schedule_new');
}
