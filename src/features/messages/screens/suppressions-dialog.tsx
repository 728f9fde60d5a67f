import { Button, Stack } from '@mantine/core';
import { allows } from '#domain/people/permissions.ts';
import { usePagedRead, useWrite } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { useActor, useUser } from '#web/session.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { EmptyLine, ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { listSuppressions, removeSuppression, type Suppression } from '../delivery-contract.ts';

/** The addresses that get no more mail of the company, and why. */
export function SuppressionsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useTranslation('messages');
  return (
    <Dialog opened={opened} onClose={onClose} title={t('suppressions.title')}>
      {opened && <List />}
    </Dialog>
  );
}

function List() {
  const t = useTranslation('messages');
  const pages = usePagedRead(listSuppressions, { perPage: 25 });
  if (pages.status === 'failed') return <ErrorState failure={pages.failure} onRetry={pages.retry} />;
  if (pages.status === 'loading') return <LinesSkeleton lines={3} />;
  return (
    <Stack gap="sm">
      <div>{t('suppressions.purpose')}</div>
      {pages.rows.length === 0 && <EmptyLine>{t('suppressions.none')}</EmptyLine>}
      {pages.rows.map((row) => (
        <Row key={row.id} row={row} />
      ))}
      {pages.hasMore && (
        <Button variant="default" onClick={pages.more}>
          {t('suppressions.more')}
        </Button>
      )}
    </Stack>
  );
}

function Row({ row }: { row: Suppression }) {
  const t = useTranslation('messages');
  const format = useFormat();
  const { timezone } = useUser();
  const mayRemove = allows(useActor(), 'full_company_admin');
  const remove = useWrite(removeSuppression, { toast: t('suppressions.removed', { address: row.address }) });
  return (
    <div style={{ alignItems: 'center', display: 'flex', flexWrap: 'wrap', gap: 8 }}>
      <div style={{ flex: 1, minWidth: 200, overflowWrap: 'anywhere' }}>
        <strong>{row.address}</strong>
        <div>
          {t(`suppressions.reason.${row.reason}`)} · {t(`suppressions.stream.${row.stream}`)} ·{' '}
          {format.date(row.created_at, timezone)}
        </div>
      </div>
      {mayRemove && (
        <Button
          size="xs"
          variant="default"
          loading={remove.pending}
          onClick={() => void remove.send({ id: row.id })}
        >
          {t('suppressions.remove')}
        </Button>
      )}
    </div>
  );
}
