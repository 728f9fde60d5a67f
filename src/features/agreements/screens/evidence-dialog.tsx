import { Text } from '@mantine/core';
import { useRead } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { getEvidence } from '../contract.ts';
import type { AgreementDialogTarget } from './agreement-dialogs.tsx';
import classes from './agreements-card.module.css';

/** The history of an agreement with IP addresses and devices, and whether the record is intact. */
export function EvidenceDialog({
  target,
  name,
  onClose,
}: {
  target: AgreementDialogTarget;
  name: string;
  onClose: () => void;
}) {
  const t = useTranslation('agreements');
  const format = useFormat();
  const read = useRead(getEvidence, target);
  return (
    <Dialog opened onClose={onClose} title={t('card.evidenceOf', { name })} width={680}>
      {read.status === 'loading' && <LinesSkeleton lines={8} height={20} />}
      {read.status === 'failed' && <ErrorState failure={read.failure} onRetry={read.retry} />}
      {read.data && (
        <>
          <Notice tone={read.data.is_whole ? 'ok' : 'bad'}>
            {t(read.data.is_whole ? 'card.isWhole' : 'card.isBroken')}
          </Notice>
          <ol className={classes.events}>
            {read.data.rows.map((row) => (
              <li key={row.seq}>
                <span className={classes.event}>
                  <strong>{t(`event.${row.what}`)}</strong>
                  <span className={classes.dim}>{format.dateTime(row.at, 'UTC')} UTC</span>
                </span>
                <Text fz="sm" c="dimmed">
                  {[named(row.data), row.ip, row.user_agent].filter(Boolean).join(' · ')}
                </Text>
                {typeof row.data.reason === 'string' && <Text fz="sm">{row.data.reason}</Text>}
                <code className={classes.hash}>{row.hash}</code>
              </li>
            ))}
          </ol>
        </>
      )}
    </Dialog>
  );
}

function named(data: Record<string, unknown>): string {
  const { signer_name, name, email } = data as { signer_name?: string; name?: string; email?: string };
  return [...new Set([signer_name, name, email])].filter(Boolean).join(', ');
}
