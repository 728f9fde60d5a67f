import { createPublicLink } from '#features/links/public-links.ts';
import type { WriteCtx } from '#server/context.ts';
import { insertMine, mine } from '#server/db/scope.ts';
import { newId, newPublicId } from '#server/ids.ts';
import { badInput } from '#wire/errors.ts';
import { addEvidence } from '../evidence.ts';
import * as store from '../store.ts';

export interface AgreementCopy {
  id: string;
  public_id: string;
  name: string;
}

/** Of an appointment, with those that were replaced or removed: each keeps its text as evidence. */
const mostCopies = 100;

/**
 * Adds a copy of each template to an appointment, in this order, with its link and the first row of its evidence. The
 * copy has the template's current text; later changes of the template do not affect it. Refuses a template that is
 * unknown or inactive. `isLater` (the appointment already exists) also emits `agreement.added`.
 */
export async function addAgreementCopies(
  ctx: WriteCtx,
  appointmentId: string,
  templateIds: readonly string[],
  options: { isLater?: boolean; replaces?: string } = {},
): Promise<AgreementCopy[]> {
  if (templateIds.length === 0) return [];
  const wanted = [...new Set(templateIds)];
  const field = options.isLater ? 'template_id' : 'agreements';
  const templates = await store.activeTemplates(ctx, wanted);
  if (templates.length < wanted.length) throw badInput({ [field]: 'This agreement no longer exists' });
  let position = await nextPosition(ctx, appointmentId);
  if (position + wanted.length > mostCopies)
    throw badInput({ [field]: 'This appointment has too many agreements' });
  const copies: AgreementCopy[] = [];
  for (const templateId of wanted) {
    const template = templates.find((each) => each.id === templateId);
    if (!template) continue;
    copies.push(await addCopy(ctx, appointmentId, template, position, options.replaces ?? null));
    position += 1;
  }
  if (options.isLater) {
    for (const copy of copies) {
      await ctx.emit({ type: 'agreement.added', appointment_id: appointmentId, agreement_id: copy.id });
    }
  }
  return copies;
}

async function addCopy(
  ctx: WriteCtx,
  appointmentId: string,
  template: { id: string; name: string; version: number; content: unknown },
  position: number,
  replaces_id: string | null,
): Promise<AgreementCopy> {
  const copy = { id: newId(), public_id: newPublicId(), name: template.name };
  await insertMine(ctx, 'appointment_agreements', {
    ...copy,
    created_at: ctx.now,
    position,
    replaces_id,
    appointment_id: appointmentId,
    template_id: template.id,
    template_version: template.version,
    content: JSON.stringify(template.content),
  }).execute();
  await createPublicLink(ctx, { token: copy.public_id, kind: 'agreement', targetId: copy.id });
  const data = {
    agreement: template.name,
    template_id: template.id,
    template_version: template.version,
    ...(replaces_id ? { replaces: replaces_id } : {}),
  };
  await addEvidence(ctx, copy.id, [{ what: 'created', data: { ...data, by: ctx.actor?.userId ?? null } }]);
  return copy;
}

async function nextPosition(ctx: WriteCtx, appointmentId: string): Promise<number> {
  const { last } = await mine(ctx, 'appointment_agreements')
    .where('appointment_id', '=', appointmentId)
    .select((eb) => eb.fn.max('position').as('last'))
    .executeTakeFirstOrThrow();
  return last === null ? 0 : Number(last) + 1;
}
