import { usePagedRead } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { IconMessage } from '#web/ui/layout/icons.ts';
import { type Column, DataTable } from '#web/ui/table/data-table.tsx';
import { listTextReplyLog, type TextReply } from '../replies-contract.ts';
import { shownAddress } from './kit/shown-address.ts';
import { ReplyBody, ReplyState } from './kit/text-replies.tsx';
import { useLogColumns } from './log-columns.tsx';

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
      rowName={(row) => row.name || shownAddress(row.from_phone)}
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
  const shared = useLogColumns<TextReply>((row) => row.received_at);
  return [
    { key: 'body', header: t('replies.text'), phone: 'title', render: (row) => <ReplyBody reply={row} /> },
    {
      key: 'from',
      header: t('replies.from'),
      width: 200,
      phone: 'sub',
      render: (row) => [row.name, shownAddress(row.from_phone)].filter(Boolean).join(' · '),
    },
    ...shared,
    {
      key: 'state',
      header: t('log.status'),
      width: 150,
      phone: 'side',
      render: (row) => <ReplyState reply={row} />,
    },
  ];
}
