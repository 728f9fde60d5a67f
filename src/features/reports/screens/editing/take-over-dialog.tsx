import { Button, Group, Stack } from '@mantine/core';
import { useRead, useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { getTemplateChanges, type TakeOverLine, takeOverTemplate } from '../../take-over-contract.ts';
import { useEditorTools } from '../work/use-report-editor.ts';
import classes from './editor.module.css';

const groups: readonly TakeOverLine['how'][] = ['added', 'changed', 'removed', 'kept'];

/** Lists what changed in the template since the report was made from it, and takes it over. */
export function TakeOverDialog({ reportId, onClose }: { reportId: string; onClose: () => void }) {
  const t = useTranslation('reports');
  const { editor } = useEditorTools();
  const { data, status, failure, retry } = useRead(getTemplateChanges, { id: reportId });
  const write = useWrite(takeOverTemplate, {
    toast: ({ version }) => t('takeOver.done', { version }),
    onDone: () => {
      void editor.sync();
      onClose();
    },
    onFail: () => {
      retry();
      return false;
    },
  });
  const lines = data?.lines ?? [];
  const take = async () => {
    if (data && (await editor.flush())) await write.send({ id: reportId, version: data.current });
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('takeOver.title')}
      locked={write.pending}
      footer={
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={write.pending}>
            {t('takeOver.later')}
          </Button>
          <Button onClick={() => void take()} loading={write.pending} disabled={lines.length === 0}>
            {t('takeOver.take')}
          </Button>
        </Group>
      }
    >
      {status === 'failed' && <ErrorState failure={failure} onRetry={retry} />}
      {!data && status !== 'failed' && <LinesSkeleton />}
      {data && (
        <Stack gap={16}>
          <p className={classes.takeOverHint}>
            {data.version === null
              ? t('takeOver.unknown')
              : lines.length === 0
                ? t('takeOver.none')
                : t('takeOver.hint', { from: data.version, to: data.current })}
          </p>
          {groups.map((how) => (
            <Changes key={how} how={how} lines={lines.filter((line) => line.how === how)} />
          ))}
        </Stack>
      )}
    </Dialog>
  );
}

function Changes({ how, lines }: { how: TakeOverLine['how']; lines: readonly TakeOverLine[] }) {
  const t = useTranslation('reports');
  if (lines.length === 0) return null;
  return (
    <section>
      <h3 className={classes.takeOverTitle}>{t(`takeOver.${how}`, { count: lines.length })}</h3>
      <ul className={classes.takeOverLines}>
        {lines.map((line, i) => (
          <li key={`${i}:${line.path.join('›')}`}>{line.path.join(' › ') || t('takeOver.head')}</li>
        ))}
      </ul>
    </section>
  );
}
