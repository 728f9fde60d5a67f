import { getVisitor, isTeamMember, type Visitor } from '#features/agreements/link-holder.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { AppError } from '#wire/errors.ts';

/**
 * Who pays, by the personal part of the link; null for one of the company's own people. Refused are those whose rights on the
 * appointment leave paying out, and whoever comes without a personal link: it is for looking only.
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
 * Who looks at an invoice by its link; refused where the rights on the appointment leave the invoice out. Whoever came without
 * a personal link is told the page that mails it, and what the link in the address is worth.
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
 * Refuses one of the company's own people who must not see prices. Payers are told what became of their try also when they
 * come back from a gateway's page without their personal link.
 */
export async function requirePriceAccess(ctx: ReadCtx, appointmentId: string): Promise<void> {
  if (isTeamMember(ctx)) await getInvoiceVisitor(ctx, appointmentId, undefined);
}

/** May this visitor, who may see the invoice, pay it? */
export function canPayInvoice({ rights }: Pick<Visitor, 'rights'>): boolean {
  return rights.pay;
}
