import type { Lang } from '#server/context.ts';

/** Lines of the invoice, in the company's language; the office's dialog names them alike. */
export const cancellationLines: Record<Lang, { fee: string; credit: string }> = {
  en: { fee: 'Cancellation fee', credit: 'Canceled services' },
  de: { fee: 'Stornogebühr', credit: 'Abgesagte Leistungen' },
  fr: { fee: 'Frais d’annulation', credit: 'Prestations annulées' },
};
