import { ActionIcon, Button, Menu } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useRead, useWrite } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { LinkButton } from '#web/navigation/link.tsx';
import { useUser } from '#web/session.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { IconArrowRight, IconDots, IconTrash } from '#web/ui/layout/icons.ts';
import { attachReport, type DetachedReport, deleteDetached, listDetached } from '../../detaching-contract.ts';
import classes from './reports-card.module.css';

const AttachDialog = lazy(async () => ({ default: (await import('./attach-dialog.tsx')).AttachDialog }));

/** Reports whose template left the appointment: each can be restored, attached elsewhere or deleted. */
export function DetachedReports({ appointmentId }: { appointmentId: string }) {
  const t = useTranslation('reports');
  const { data } = useRead(listDetached, { id: appointmentId });
  const [moved, setMoved] = useState<DetachedReport | null>(null);
  if (!data || data.reports.length === 0) return null;
  return (
    <section className={classes.detached} aria-labelledby="detached-reports">
      <h3 id="detached-reports" className={classes.subtitle}>
        {t('detached.title')}
      </h3>
      {data.reports.map((report) => (
        <Row key={report.id} report={report} canEdit={data.can_edit} onMove={() => setMoved(report)} />
      ))}
      {moved && (
        <Suspense>
          <AttachDialog report={moved} onClose={() => setMoved(null)} />
        </Suspense>
      )}
    </section>
  );
}

interface RowProps {
  report: DetachedReport;
  canEdit: boolean;
  onMove: () => void;
}

function Row({ report, canEdit, onMove }: RowProps) {
  const t = useTranslation('reports');
  const format = useFormat();
  const { timezone } = useUser();
  const facts = [
    t('publish.rated', { rated: report.rated, rateable: report.rateable }),
    t('edit.deficiencies', { count: report.deficiencies }),
    t('edit.photos', { count: report.photos }),
  ].join(' · ');
  const day = (at: string) => format.day(at, timezone);
  return (
    <article className={classes.report} aria-label={report.name}>
      <div className={classes.words}>
        <h4 className={classes.name}>{report.name}</h4>
        <p className={classes.facts}>{facts}</p>
        <p className={classes.facts}>
          {t(report.detached_by ? 'detached.since' : 'detached.sinceDay', {
            when: day(report.detached_at),
            by: report.detached_by ?? '',
          })}{' '}
          {report.deleted_at ? t('detached.until', { day: day(report.deleted_at) }) : t('detached.forever')}
        </p>
      </div>
      <div className={classes.actions}>
        <LinkButton to={`/edit-report/${report.id}`} variant="subtle">
          {t('card.open')}
        </LinkButton>
        {canEdit && <Actions report={report} onMove={onMove} />}
      </div>
    </article>
  );
}

function Actions({ report, onMove }: Omit<RowProps, 'canEdit'>) {
  const t = useTranslation('reports');
  const { id, name, deleted_at } = report;
  const attach = useWrite(attachReport, { toast: t('detached.restored', { name }) });
  const remove = useWrite(deleteDetached, { toast: t('detached.deleted', { name }) });
  const confirmDelete = async () => {
    const isSure = await confirm({
      title: t('detached.deleteTitle', { name }),
      text: t('detached.deleteHint'),
      yes: t('detached.delete'),
      destroys: true,
    });
    if (isSure) await remove.send({ id });
  };
  return (
    <>
      <Button variant="default" loading={attach.pending} onClick={() => void attach.send({ id })}>
        {t('detached.restore')}
      </Button>
      {deleted_at !== null && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size={44} aria-label={t('edit.more', { name })}>
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconArrowRight size={16} />} onClick={onMove}>
              {t('detached.attach')}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => void confirmDelete()}>
              {t('detached.delete')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}
