import { addressLines } from '#domain/base/addresses.ts';
import { fullName } from '#domain/base/names.ts';
import type { PersonRole } from '#domain/events/events.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { sha256Hex } from '#server/ids.ts';
import { AppError, badInput, notFound } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type * as contract from './contract.ts';
import { occasionsByHand } from './messages-just-sent.ts';
import { notify } from './notify.ts';
import { listCorrespondents } from './recipients.ts';
import { textBalance } from './texting/text-credits.ts';

type Input = HandlerInput<typeof contract.writeMessage>;

/**
 * Writes to people of an appointment by the chosen channels, even if automated notifications are off. Throws
 * BAD_USER_INPUT if one of them cannot be reached that way, and sends nothing then.
 */
export async function writeMessage(ctx: WriteCtx, input: Input): Promise<{ recipients: number }> {
  // Of two requests at once, the second finds the messages of the first.
  const appointment = await mine(ctx, 'appointments')
    .where('id', '=', input.appointment_id)
    .where('deleted_at', 'is', null)
    .select('id')
    .forUpdate()
    .executeTakeFirst();
  if (!appointment) throw notFound();
  const people = await listCorrespondents(ctx, appointment.id);
  let recipients = 0;
  for (const channel of ['email', 'text'] as const) {
    const wanted = new Set(
      input.recipients.filter((each) => each.channel === channel).map((each) => each.person_id),
    );
    if (wanted.size === 0) continue;
    if (channel === 'text') await requireTexts(ctx);
    const rows = rowsOf(people, wanted, channel);
    const sent = await notify(ctx, 'appointment_message', {
      appointment_id: appointment.id,
      channels: [channel],
      rows,
      occasion: await occasionsByHand(ctx, {
        template: 'appointment_message',
        appointment_id: appointment.id,
        about: `${appointment.id}.${contentHash(input)}`,
        channel,
      }),
      facts: { extra: input.message },
      ...(input.subject ? { subject: input.subject } : {}),
      requested: true,
    });
    recipients += sent.recipients.length;
  }
  return { recipients };
}

const contentHash = ({ subject = '', message }: Input) => sha256Hex(`${subject}\n${message}`).slice(0, 20);

async function requireTexts(ctx: WriteCtx): Promise<void> {
  if (!ctx.installation.canText) throw new AppError('CONFLICT', 'Text messages are not set up', {});
  if (((await textBalance(ctx)) ?? 0) <= 0)
    throw new AppError('LIMIT_REACHED', 'There are not enough text credits', { limit: 0, used: 0 });
}

type Correspondent = Awaited<ReturnType<typeof listCorrespondents>>[number];

/** The rows of the people, each person once. */
function rowsOf(
  people: readonly Correspondent[],
  wanted: ReadonlySet<string>,
  channel: 'email' | 'text',
): string[] {
  const found = people.filter(
    (one, i) =>
      wanted.has(one.person_id) && people.findIndex((other) => other.person_id === one.person_id) === i,
  );
  if (found.length < wanted.size) throw badInput({ recipients: 'This person isn’t on the appointment' });
  if (channel === 'email' && found.some((one) => one.email === ''))
    throw badInput({ recipients: 'At least one recipient has no email address' });
  if (channel === 'text' && found.some((one) => one.phone === ''))
    throw badInput({ recipients: 'At least one recipient has no phone number' });
  return found.map((one) => one.row_id);
}

const mostListed = 20;

/** Lists the appointments that a message can be about, latest first, each with its people once. */
export async function listWritable(
  ctx: ReadCtx,
  { text, appointment_id }: HandlerInput<typeof contract.listWritableAppointments>,
): Promise<HandlerOutput<typeof contract.listWritableAppointments>> {
  let query = mine(ctx, 'appointments').where('deleted_at', 'is', null);
  if (appointment_id) query = query.where('id', '=', appointment_id);
  if (text) {
    const beginning = `${text.replace(/[\\%_]/g, '\\$&')}%`;
    query = query.where((eb) =>
      eb.or([eb('order_id', 'ilike', beginning), eb('address', 'ilike', beginning)]),
    );
  }
  const rows = await query
    .select(['id', 'order_id', 'address', 'city', 'state', 'zip_code', 'date_time'])
    .orderBy('id', 'desc')
    .limit(mostListed)
    .execute();
  return Promise.all(
    rows.map(async (row) => {
      const people = await listCorrespondents(ctx, row.id);
      const once = people.filter((one, i) => people.findIndex((p) => p.person_id === one.person_id) === i);
      return {
        ...{ id: row.id, order_id: row.order_id, date_time: row.date_time },
        address: addressLines(row).join(', '),
        people: once.map((one) => ({
          ...{ person_id: one.person_id, role: one.role as PersonRole, email: one.email, phone: one.phone },
          name: fullName(one) || one.company_name,
        })),
      };
    }),
  );
}
