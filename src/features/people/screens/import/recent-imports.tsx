import { Button } from '@mantine/core';
import { usePagedRead } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { useUser } from '#web/session.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import { type ImportRun, listImports } from '../../import-contract.ts';
import classes from './import.module.css';

/** The latest imports, each with a link to its details. Renders nothing if there are none. */
export function RecentImports({ shown, onOpen }: { shown: string; onOpen: (id: string) => void }) {
  const t = useTranslation('people');
  const { rows } = usePagedRead(listImports, { perPage: 5 });
  const others = rows.filter((row) => row.import_id !== shown);
  if (others.length === 0) return null;
  return (
    <Card title={t('import.recent')} flush>
      <ul className={classes.list}>
        {others.map((run) => (
          <Item key={run.import_id} run={run} onOpen={() => onOpen(run.import_id ?? '')} />
        ))}
      </ul>
    </Card>
  );
}

const tones = { waiting: 'info', running: 'info', done: 'ok', undone: 'mute', dry_run: 'mute' } as const;

function Item({ run, onOpen }: { run: ImportRun; onOpen: () => void }) {
  const t = useTranslation('people');
  const format = useFormat();
  const { timezone } = useUser();
  const state = run.status === 'waiting' ? 'running' : run.status;
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        <div>{run.file_name}</div>
        <div className={classes.hint}>
          {t(`many.${run.kind}`)} · {t('import.created', { count: run.created })} · {run.created_by} ·{' '}
          {format.dateTime(run.created_at, timezone)}
        </div>
      </div>
      <StatusPill tone={tones[run.status]}>{t(`import.short.${state}`)}</StatusPill>
      <Button
        variant="default"
        size="xs"
        onClick={onOpen}
        aria-label={t('import.openThis', { name: run.file_name })}
      >
        {t('import.open')}
      </Button>
    </li>
  );
}
