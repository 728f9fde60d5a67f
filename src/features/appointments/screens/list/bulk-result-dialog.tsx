import { Button } from '@mantine/core';
import { useTranslation } from '#web/i18n.ts';
import { AppLink } from '#web/navigation/link.tsx';
import type { BulkOutcome } from '#web/page-slots.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import classes from './bulk-result-dialog.module.css';

/** Says how many appointments an action reached, and why not the others. */
export function BulkResultDialog({ result, onClose }: { result: BulkOutcome | null; onClose: () => void }) {
  const t = useTranslation('appointments');
  const counts = { done: result?.done.length ?? 0, failed: result?.failed.length ?? 0 };
  return (
    <Dialog
      opened={result !== null}
      onClose={onClose}
      title={t('bulk.title', counts)}
      width={520}
      footer={<Button onClick={onClose}>{t('bulk.close')}</Button>}
    >
      <ul className={classes.list}>
        {result?.failed.map((one) => (
          <li key={one.id}>
            {one.order_id ? (
              <AppLink to={`/appointments/details/${one.id}`}>{one.order_id}</AppLink>
            ) : (
              <span>{t('bulk.appointment')}</span>
            )}
            <span>{t(`bulk.reason.${one.reason}`)}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
