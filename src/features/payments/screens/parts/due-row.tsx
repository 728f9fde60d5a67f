import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import type { Invoice } from '../../contract.ts';

type Due = Pick<Invoice, 'status' | 'outstanding' | 'currency'>;

/** The last row of an invoice's totals: the balance due, the credit, or that nothing is due on a void invoice. */
export function DueRow({ invoice, className }: { invoice: Due; className: string | undefined }) {
  const t = useTranslation('payments');
  const format = useFormat();
  const { status, outstanding, currency } = invoice;
  // Money received anyway is credit, even on a void invoice.
  if (status === 'void' && outstanding >= 0) {
    return (
      <div className={className} data-void>
        <dt>{t('status.void')}</dt>
        <dd>{t('nothingDue')}</dd>
      </div>
    );
  }
  return (
    <div className={className}>
      <dt>{t(outstanding < 0 ? 'credit' : 'outstanding')}</dt>
      <dd>{format.money(Math.abs(outstanding), currency)}</dd>
    </div>
  );
}
