import { getVisitor, isTeamMember, type Visitor } from '#features/agreements/link-holder.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { AppError } from '#wire/errors.ts';

/**
 * Returns the paying person from the personal part of the link; null for a member of the company. Throws FORBIDDEN when
 * the person's rights on the appointment exclude paying, and without a personal link, which only allows viewing.
 */
export async function getPayer(
  ctx: WriteCtx,
  appointmentId: string,
  p: string | undefined,
): Promise<string | null> {
  const visitor = await getInvoiceVisitor(ctx as unknown as ReadCtx, appointmentId, p);
  if (canPayInvoice(visitor)) return visitor.holder?.person_id ?? null;
  throw new AppError(
    'FORBIDDEN',
    visitor.holder
      ? 'You don’t have permission to do this'
      : 'Use your personal link to pay. Open the link we emailed you.',
  );
}

/**
 * Returns the visitor of an invoice link. Throws FORBIDDEN when their rights on the appointment exclude the invoice.
 * Without a personal link, the error names the page that mails one and says whether the link in the address is valid.
 */
export async function getInvoiceVisitor(
  ctx: ReadCtx,
  appointmentId: string,
  p: string | undefined,
  appointmentPublicId?: string,
): Promise<Visitor> {
  const visitor = await getVisitor(ctx, appointmentId, p);
  if (visitor.rights.view_invoice) return visitor;
  throw new AppError(
    'FORBIDDEN',
    'This link doesn’t give access to the invoice. Use your own link or contact the company.',
    visitor.holder || !appointmentPublicId
      ? null
      : { appointment_public_id: appointmentPublicId, link_state: visitor.link },
  );
}

/**
 * Throws FORBIDDEN for a member of the company who may not see prices. Payers always get the result of their attempt,
 * even when they return from the gateway's page without their personal link.
 */
export async function requirePriceAccess(ctx: ReadCtx, appointmentId: string): Promise<void> {
  if (isTeamMember(ctx)) await getInvoiceVisitor(ctx, appointmentId, undefined);
}

/** Returns whether this visitor, who may see the invoice, may also pay it. */
export function canPayInvoice({ rights }: Pick<Visitor, 'rights'>): boolean {
  return rights.pay;
}
