import { type Visitor, visitorOf } from '#features/agreements/link-holder.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { AppError } from '#wire/errors.ts';

/**
 * Who pays, by the personal part of the link; null for somebody with the invoice's address alone, who may pay what may be seen:
 * money that comes in harms nobody. A person whose rights on the appointment leave paying out is refused.
 */
export async function payerOf(
  ctx: WriteCtx,
  appointmentId: string,
  p: string | undefined,
): Promise<string | null> {
  const visitor = await readerOf(ctx as unknown as ReadCtx, appointmentId, p);
  if (!mayPay(visitor)) throw new AppError('FORBIDDEN', 'You are not allowed to do this');
  return visitor.holder?.person_id ?? null;
}

/** Who looks at an invoice by its link; refused where the rights on the appointment leave the invoice out. */
export async function readerOf(ctx: ReadCtx, appointmentId: string, p: string | undefined): Promise<Visitor> {
  const visitor = await visitorOf(ctx, appointmentId, p);
  if (!visitor.rights.view_invoice)
    throw new AppError(
      'FORBIDDEN',
      'This link does not show the invoice. Please use your own link, or ask the company.',
    );
  return visitor;
}

/** May this visitor, who may see the invoice, pay it? */
export function mayPay({ holder, rights }: Pick<Visitor, 'holder' | 'rights'>): boolean {
  return holder === null || rights.pay;
}
