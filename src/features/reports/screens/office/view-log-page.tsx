import { useRead } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { LinkButton } from '#web/navigation/link.tsx';
import { useUser } from '#web/session.ts';
import { isInvalidLink } from '#web/shell/invalid-link.tsx';
import { MessagePage } from '#web/ui/feedback/states.tsx';
import { IconEye, IconReport } from '#web/ui/layout/icons.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import { type Column, DataTable } from '#web/ui/table/data-table.tsx';
import { parseUserAgent } from '#web/user-agent.ts';
import type { RouteOutput } from '#wire/route.ts';
import { listViews } from '../../reading-contract.ts';
import { statusTone } from '../parts/status-tone.ts';

type View = RouteOutput<typeof listViews>['views'][number];

/** The views of a report: who, when, for how long and with which device; newest first. */
export function ViewLogPage({ report_id }: { report_id: string }) {
  const t = useTranslation('reports');
  const log = useRead(listViews, { id: report_id }, { live: true });
  const columns = useColumns();
  const { data } = log;
  if (isInvalidLink(log.failure))
    return <MessagePage icon={<IconReport size={34} stroke={1.5} />} title={t('edit.unknown')} />;
  const place = data && [data.appointment.address, data.appointment.city].filter(Boolean).join(', ');
  return (
    <>
      <PageHeader
        title={t('views.title')}
        purpose={data && [data.report.name, place].filter(Boolean).join(' · ')}
        titleExtra={
          data && (
            <StatusPill tone={statusTone(data.report.status)}>{t(`status.${data.report.status}`)}</StatusPill>
          )
        }
        {...(data
          ? {
              breadcrumbs: [
                {
                  label: data.appointment.address || data.appointment.order_id,
                  to: `/appointments/details/${data.appointment.id}`,
                },
              ],
              actions: (
                <LinkButton to={`/edit-report/${data.report.id}`} variant="default">
                  {t('card.open')}
                </LinkButton>
              ),
            }
          : {})}
      />
      <DataTable
        label={t('views.title')}
        of={{ rows: data?.views ?? [], status: log.status, failure: log.failure, retry: log.retry }}
        columns={columns}
        rowKey={(view) => view.id}
        rowName={(view) => view.name ?? t('views.someone')}
        empty={{
          icon: <IconEye size={26} stroke={1.6} />,
          title: t('views.none'),
          hint: t(data?.report.status === 'published' ? 'views.noneHint' : 'views.unpublishedHint'),
        }}
        skeletonRows={5}
      />
    </>
  );
}

function useColumns(): Column<View>[] {
  const t = useTranslation('reports');
  const format = useFormat();
  const { timezone } = useUser();
  return [
    {
      key: 'who',
      header: t('views.who'),
      phone: 'title',
      render: (view) => <strong>{view.name ?? t('views.someone')}</strong>,
    },
    { key: 'role', header: t('views.role'), phone: 'sub', render: (view) => t(`role.${view.role}`) },
    {
      key: 'at',
      header: t('views.when'),
      phone: 'sub',
      render: (view) => format.dateTime(view.at, timezone),
    },
    {
      key: 'seconds',
      header: t('views.duration'),
      phone: 'side',
      render: (view) =>
        view.seconds < 60 ? t('views.short') : t('views.minutes', { count: Math.round(view.seconds / 60) }),
    },
    {
      key: 'device',
      header: t('views.device'),
      phone: 'hide',
      render: (view) => {
        const device = parseUserAgent(view.user_agent);
        return device ? t('views.onSystem', { browser: device.browser, system: device.system }) : '–';
      },
    },
  ];
}
