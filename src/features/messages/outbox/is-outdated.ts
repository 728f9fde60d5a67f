import { isOutdated as isActionOutdated } from '#domain/automations/decide.ts';
import type { WriteCtx } from '#server/context.ts';
import { catalogue, isMessageApplicable, type MessageKey } from '../catalogue.ts';
import * as textStore from './text-store.ts';

/** Returns whether a message that waited makes no sense any more: its appointment was deleted or changed, or its time is over. */
export async function isOutdated(
  w: WriteCtx,
  row: { key: string; template_key: string; appointment_id: string | null },
): Promise<boolean> {
  const { appointment_id: id, template_key: key } = row;
  if (id === null) return false;
  const appointment = await textStore.appointmentOf(w, id);
  if (!appointment) return true;
  if (Object.hasOwn(catalogue, key)) return !isMessageApplicable(key as MessageKey, appointment);
  const automation = await textStore.automationOf(w, row);
  return automation !== null && isActionOutdated(automation, appointment, automation.plannedFor, w.now);
}
