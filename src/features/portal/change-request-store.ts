import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { insertMine, mine, updateMine } from '#server/db/scope.ts';

/** Inserts an open change request. */
export async function insertRequest(
  ctx: WriteCtx,
  request: {
    id: string;
    appointment_id: string;
    appointment_person_id: string | null;
    name: string;
    email: string;
    wish: string;
    message: string;
  },
): Promise<void> {
  await insertMine(ctx, 'change_requests', { ...request, created_at: ctx.now }).execute();
}

/** Counts the open requests of identified people or of strangers: those of strangers must not block the client. */
export async function countOpenRequests(
  ctx: WriteCtx,
  appointmentId: string,
  isKnown: boolean,
): Promise<number> {
  const { total } = await mine(ctx, 'change_requests')
    .where('appointment_id', '=', appointmentId)
    .where('handled_at', 'is', null)
    .where('appointment_person_id', isKnown ? 'is not' : 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Marks a request as handled by a user, or as open again for null. */
export async function setHandled(
  ctx: WriteCtx,
  of: { appointmentId: string; requestId: string; handledBy: string | null },
): Promise<void> {
  await updateMine(ctx, 'change_requests')
    .set({ handled_at: of.handledBy && ctx.now, handled_by: of.handledBy })
    .where('appointment_id', '=', of.appointmentId)
    .where('id', '=', of.requestId)
    .execute();
}

/** The requests of an appointment with the name of who handled them, newest first. */
export function listRequests(ctx: ReadCtx, appointmentId: string) {
  return mine(ctx, 'change_requests')
    .leftJoin('users', (on) =>
      on
        .onRef('users.subscriber_id', '=', 'change_requests.subscriber_id')
        .onRef('users.id', '=', 'change_requests.handled_by'),
    )
    .where('appointment_id', '=', appointmentId)
    .orderBy('change_requests.id', 'desc')
    .select([
      'change_requests.id',
      'name',
      'change_requests.email',
      'appointment_person_id',
      'wish',
      'message',
      'change_requests.created_at',
      'handled_at',
      'first_name',
      'last_name',
    ])
    .execute();
}
