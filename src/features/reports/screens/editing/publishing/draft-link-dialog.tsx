import { Button, Text, TextInput } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { useWrite } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { useUser } from '#web/session.ts';
import { toast } from '#web/toast.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { IconCopy } from '#web/ui/layout/icons.ts';
import type { RouteOutput } from '#wire/route.ts';
import { createDraftLink } from '../../../report-pdfs-contract.ts';
import classes from '../editor.module.css';

/** Shows a link for outside readers to the draft as a PDF; created when the dialog opens. */
export function DraftLinkDialog({ appointmentId, onClose }: { appointmentId: string; onClose: () => void }) {
  const t = useTranslation('reports');
  const format = useFormat();
  const { timezone } = useUser();
  const [data, setData] = useState<RouteOutput<typeof createDraftLink> | null>(null);
  const { send, failure } = useWrite(createDraftLink, { errorToast: false, onDone: setData });
  const make = useCallback(() => void send({ id: appointmentId }), [send, appointmentId]);
  useEffect(make, [make]);
  async function copy(url: string) {
    try {
      await navigator.clipboard.writeText(url);
      toast(t('draft.copied'), { kind: 'success' });
    } catch {
      // Without clipboard permission, the link can be copied manually.
    }
  }
  return (
    <Dialog opened onClose={onClose} title={t('draft.title')} width={560}>
      {failure ? (
        <ErrorState failure={failure} onRetry={make} />
      ) : data ? (
        <div className={classes.fields}>
          <Text c="dimmed">{t('draft.hint', { date: format.date(data.expires_at, timezone) })}</Text>
          <TextInput
            label={t('draft.link')}
            value={data.url}
            readOnly
            onFocus={(event) => event.currentTarget.select()}
          />
          <div className={classes.formEnd}>
            <Button leftSection={<IconCopy size={16} />} onClick={() => void copy(data.url)} data-autofocus>
              {t('draft.copy')}
            </Button>
          </div>
        </div>
      ) : (
        <LinesSkeleton lines={3} height={20} />
      )}
    </Dialog>
  );
}
