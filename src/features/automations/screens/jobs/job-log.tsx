import { asZone } from '#domain/base/time.ts';
import { slotPositions } from '#domain/company/notification-slots.ts';
import { shownAddress } from '#features/messages/screens/kit/shown-address.ts';
import { usePagedRead } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { AppLink } from '#web/navigation/link.tsx';
import { useUrlState } from '#web/navigation/use-url-state.ts';
import { useUser } from '#web/session.ts';
import { SearchBox } from '#web/ui/inputs/search-box.tsx';
import { IconBolt } from '#web/ui/layout/icons.ts';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import { type Column, DataTable } from '#web/ui/table/data-table.tsx';
import { FilterDays } from '#web/ui/table/filter-chips.tsx';
import { type AutomationJob, jobStatuses, listAutomationJobs } from '../../jobs-contract.ts';
import { DeliveryProblems } from '../delivery-problems.tsx';
import type { Text } from '../editor/describe-action.ts';
import { outcomeOf, outcomeTones } from '../job-outcome.ts';
import { LogToolbar } from '../log-toolbar.tsx';
import { useReasonText } from '../use-reason-text.ts';
import classes from '../webhooks/webhooks.module.css';
import { useJobChange } from './use-job-change.ts';

const unfiltered = { job: '', text: '', from: '', to: '' };

/** Everything that actions and reminders have planned and done, latest first, to be canceled or repeated. */
export function JobLog() {
  const t = useTranslation('automations');
  const [{ job: asked, text, from, to }, change] = useUrlState(unfiltered);
  const status = jobStatuses.find((one) => one === asked);
  const pages = usePagedRead(
    listAutomationJobs,
    {
      perPage: 25,
      ...(status ? { status } : {}),
      ...(text ? { text } : {}),
      ...(from ? { from } : {}),
      ...(to ? { to } : {}),
    },
    { keep: true },
  );
  const { changeOf } = useJobChange();
  const hasFilters = Boolean(status || from || to);
  return (
    <DataTable
      label={t('log.title')}
      of={pages}
      columns={useColumns()}
      rowKey={(row) => row.id}
      rowName={(row) => jobTitle(t, row)}
      rowActions={(row) => {
        const possible = changeOf(row);
        return possible && [{ label: t(`job.${possible.kind}`), run: possible.run }];
      }}
      empty={{
        icon: <IconBolt size={24} stroke={1.6} />,
        title: t('log.none'),
        hint: t('log.noneHint'),
      }}
      onClearSearch={text || hasFilters ? () => change(unfiltered) : undefined}
      hasFilters={hasFilters}
      toolbar={
        <>
          <LogToolbar
            title={t('log.title')}
            state={status}
            states={jobStatuses}
            labelOf={(state) =>
              state === 'all' ? t('hooks.is.all') : t(`job.state.${state === 'pending' ? 'planned' : state}`)
            }
            onChange={(job) => change({ job })}
          />
          <SearchBox
            value={text}
            onSearch={(next) => change({ text: next })}
            label={t('log.search')}
            placeholder={t('log.search')}
          />
          <FilterDays label={t('log.when')} from={from} to={to} onChange={change} />
        </>
      }
    />
  );
}

/** Returns what a job is called: a reminder by its audience, an action by its name, else by what it does. */
function jobTitle(t: Text, { slot, action_name, action_type }: AutomationJob): string {
  const position = slotPositions.find((one) => one.key === slot);
  if (position) return t(`job.reminderFor.${position.audience}`);
  return action_name || (action_type === null ? t('job.deleted') : t(`type.${action_type}`));
}

function useColumns(): Column<AutomationJob>[] {
  const t = useTranslation('automations');
  const format = useFormat();
  const { timezone } = useUser();
  const reasonText = useReasonText();
  return [
    { key: 'title', header: t('head.type'), phone: 'title', render: (row) => jobTitle(t, row) },
    {
      key: 'event',
      header: t('head.event'),
      phone: 'hide',
      render: (row) => t(`event.${row.event_type}`),
    },
    {
      key: 'appointment',
      header: t('log.appointment'),
      phone: 'sub',
      render: (row) => (
        <AppLink to={`/appointments/details/${row.appointment_id}`}>
          {row.order_id || row.address || t('hooks.openOrder')}
        </AppLink>
      ),
    },
    {
      key: 'when',
      header: t('log.when'),
      width: 180,
      phone: 'sub',
      render: (row) => format.dateTime(row.run_at, timezone),
    },
    {
      key: 'status',
      header: t('hooks.status'),
      width: 120,
      phone: 'side',
      render: (row) => (
        <StatusPill tone={outcomeTones[outcomeOf(row)]}>{t(`job.state.${outcomeOf(row)}`)}</StatusPill>
      ),
    },
    {
      key: 'result',
      header: t('hooks.result'),
      width: 260,
      phone: 'sub',
      render: (row) => {
        const next = row.attempts > 0 ? row.retry_at : null;
        const lines = [
          row.status === 'done'
            ? row.reached.map(shownAddress).join(', ')
            : reasonText(row.reason, row.rules),
          next && t('hooks.nextAttempt', { at: format.dateTime(next, timezone) }),
        ].filter(Boolean);
        return (
          <>
            {lines.length > 0 && <span className={classes.dim}>{lines.join(' ')}</span>}
            <DeliveryProblems deliveries={row.deliveries} zone={asZone(timezone)} className={classes.dim} />
          </>
        );
      },
    },
  ];
}
