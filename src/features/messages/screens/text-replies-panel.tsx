import { usePagedRead } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { AppLink } from '#web/link.tsx';
import { useUser } from '#web/session.ts';
import { IconMessage } from '#web/ui/layout/icons.ts';
import { type Column, DataTable } from '#web/ui/table/data-table.tsx';
import { listTextReplyLog, type TextReply } from '../replies-contract.ts';
import { ReplyBody, ReplyState } from './kit/text-replies.tsx';

/** Every text that came in, newest first. */
export function TextRepliesPanel() {
  const t = useTranslation('messages');
  const pages = usePagedRead(listTextReplyLog, { perPage: 25 }, { keep: true });
  return (
    <DataTable
      label={t('replies.title')}
      of={pages}
      columns={useColumns()}
      rowKey={(row) => row.id}
      rowName={(row) => row.name || row.from_phone}
      empty={{
        icon: <IconMessage size={24} stroke={1.6} />,
        title: t('replies.none'),
        hint: t('replies.noneHint'),
      }}
    />
  );
}

function useColumns(): Column<TextReply>[] {
  const t = useTranslation('messages');
  const format = useFormat();
  const { timezone } = useUser();
  return [
    { key: 'body', header: t('replies.text'), phone: 'title', render: (row) => <ReplyBody reply={row} /> },
    {
      key: 'from',
      header: t('replies.from'),
      width: 200,
      phone: 'sub',
      render: (row) => [row.name, row.from_phone].filter(Boolean).join(' · '),
    },
    {
      key: 'order',
      header: t('log.order'),
      width: 150,
      phone: 'hide',
      render: (row) =>
        row.appointment_id && (
          <AppLink to={`/appointments/details/${row.appointment_id}`}>
            {row.order_id || t('log.open')}
          </AppLink>
        ),
    },
    {
      key: 'date',
      header: t('log.date'),
      width: 190,
      phone: 'sub',
      render: (row) => format.dateTime(row.received_at, timezone),
    },
    {
      key: 'state',
      header: t('log.status'),
      width: 150,
      phone: 'side',
      render: (row) => <ReplyState reply={row} />,
    },
  ];
}
