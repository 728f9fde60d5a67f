import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import type { Invoice } from '../../contract.ts';

type Due = Pick<Invoice, 'status' | 'outstanding' | 'currency'>;

/** The last line of an invoice's sums: what is left to pay, what was paid too much, or that nothing is owed of a void one. */
export function DueRow({ invoice, className }: { invoice: Due; className: string | undefined }) {
  const t = useTranslation('payments');
  const format = useFormat();
  const { status, outstanding, currency } = invoice;
  // Money that came all the same is credit, void or not.
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
