import { ActionIcon, Button } from '@mantine/core';
import { Suspense, useId, useState } from 'react';
import { allows } from '#domain/people/permissions.ts';
import { useSavedColumns } from '#features/auth/screens/column-picker.tsx';
import { SavedViews } from '#features/auth/screens/saved-views-picker.tsx';
import { failureMessage, usePagedRead, useRead } from '#web/api.ts';
import { openNewAppointment } from '#web/appointment-dialog-state.ts';
import { ApiFailure } from '#web/client/api-failure.ts';
import { downloadFile } from '#web/client/client.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { LinkButton } from '#web/navigation/link.tsx';
import { PageSlot } from '#web/page-slots.tsx';
import { useActor } from '#web/session.ts';
import { useCanSchedule } from '#web/shell/can-schedule.ts';
import { toast } from '#web/toast.ts';
import { SearchBox } from '#web/ui/inputs/search-box.tsx';
import { IconCalendarPlus, IconCash, IconDownload, IconFilter, IconPlus } from '#web/ui/layout/icons.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { useIsPhone } from '#web/ui/layout/use-is-phone.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { ColumnChooser } from '#web/ui/table/data-table-columns.tsx';
import { FilterRow } from '#web/ui/table/filter-row.tsx';
import { ListTabs, type TabEntry } from '#web/ui/table/list-tabs.tsx';
import {
  countAppointments,
  exportAppointments,
  type ListFilter,
  listAppointments,
} from '../../list-contract.ts';
import { InlineFilters } from './inline-filters.tsx';
import { ListTotals } from './list-totals.tsx';
import { useAppointmentColumns } from './use-appointment-columns.tsx';
import { useBulkActions } from './use-bulk-actions.tsx';
import {
  activeFilters,
  dialogFilters,
  noFilter,
  type ShownTab,
  shownTabs,
  useListFilter,
} from './use-list-filter.ts';

const FilterChips = lazy(async () => ({ default: (await import('./filter-chips.tsx')).FilterChips }));
const FilterDialog = lazy(async () => ({ default: (await import('./filter-dialog.tsx')).FilterDialog }));

/** The company's appointments: preset tabs, search, filters and selectable columns; newest (or next) first. */
export function AppointmentsPage() {
  const t = useTranslation('appointments');
  const panelId = useId();
  const list = useListFilter();
  const { tab, text, filter, change, input } = list;
  const seesPayments = allows(useActor(), 'see_payments');
  const narrowed = activeFilters(tab, filter).length;
  const pages = usePagedRead(
    listAppointments,
    { perPage: 25, ...input },
    // What visitors book is shown within ten seconds, with the time that the answer takes.
    { keep: true, live: 8_000 },
  );
  const bulk = useBulkActions(pages, input);
  const { columns, chooser } = useSavedColumns('appointments', useListColumns());
  return (
    <>
      <PageHeader
        title={t('listTitle')}
        purpose={t('listPurpose')}
        actions={
          <>
            <SavedViews list="appointments" columns={{ list: 'appointments', shown: [...chooser.shown] }} />
            <PaymentsLink />
            <ExportButton input={input} isNarrowed={narrowed > 0 || text !== ''} />
          </>
        }
      />
      <ListTabs
        label={t('listTitle')}
        tabs={useTabs()}
        active={tab}
        panelId={panelId}
        onChange={(next) => change({ tab: next === 'upcoming' ? '' : next, status: '' })}
      />
      <div role="tabpanel" id={panelId} aria-labelledby={`${panelId}-${tab}`}>
        {tab === 'requested' && <PageSlot name="appointments.requested" broken={() => null} />}
        <DataTable
          label={t(`tab.${tab}`)}
          of={pages}
          columns={columns}
          rowKey={(row) => row.id}
          selection={bulk.selection}
          summary={seesPayments && <ListTotals filter={input} />}
          rowName={(row) => row.address || row.order_id}
          empty={{
            icon: <IconCalendarPlus size={24} stroke={1.6} />,
            title: t(`none_of.${tab}`),
            // Elsewhere an empty list is good news.
            ...(addsTo.has(tab) ? { hint: t('noneHint'), action: <NewButton /> } : {}),
          }}
          onClearSearch={text || narrowed > 0 ? () => change({ text: '', ...noFilter }) : undefined}
          hasFilters={narrowed > 0}
          toolbar={<Tools list={list} chooser={chooser} count={dialogFilters(tab, filter).length} />}
        />
      </div>
      {bulk.dialog}
    </>
  );
}

/** Tabs that a new appointment appears in. */
const addsTo: ReadonlySet<string> = new Set(['upcoming', 'all']);

function NewButton() {
  const t = useTranslation('appointments');
  return useCanSchedule() ? (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => openNewAppointment()}>
      {t('newAppointment')}
    </Button>
  ) : null;
}

interface ToolsProps {
  list: ReturnType<typeof useListFilter>;
  chooser: ReturnType<typeof useSavedColumns>['chooser'];
  /** Of filters set in the dialog. */
  count: number;
}

function Tools({ list, chooser, count }: ToolsProps) {
  const t = useTranslation('appointments');
  return (
    <>
      <SearchBox
        value={list.text}
        onSearch={(next) => list.change({ text: next })}
        label={t('searchAppointments')}
        placeholder={t('searchAppointments')}
      />
      <FilterRow label={t('filters')}>
        <InlineFilters tab={list.tab} filter={list.filter} onChange={list.change} />
        <Filters list={list} count={count} />
        {activeFilters(list.tab, list.filter).length > 0 && (
          <Suspense>
            <FilterChips tab={list.tab} filter={list.filter} onChange={list.change} />
          </Suspense>
        )}
      </FilterRow>
      <ColumnChooser {...chooser} />
    </>
  );
}

function useListColumns() {
  const columns = useAppointmentColumns();
  const defaultColumns = columns(
    'address',
    'date',
    'client',
    'technician',
    'agent',
    'order',
    'progress',
    'status',
  );
  const extra = columns('services', 'total').map((column) => ({ ...column, isExtra: true }));
  // Extra columns go before the two progress columns.
  return [...defaultColumns.slice(0, -2), ...extra, ...defaultColumns.slice(-2)];
}

/** Returns the tabs; those that contain work show a count. */
function useTabs(): TabEntry<ShownTab>[] {
  const t = useTranslation('appointments');
  const { data: counts } = useRead(countAppointments, {});
  return shownTabs.map((id) => {
    const counted = counts && id in counts ? counts[id as keyof typeof counts] : undefined;
    const isShown = counted !== undefined && counted.count > 0;
    return {
      id,
      label: t(`tab.${id}`),
      ...(isShown ? { count: counted.count, isAtLeast: counted.isCapped } : {}),
    };
  });
}

function Filters({ list, count }: { list: ReturnType<typeof useListFilter>; count: number }) {
  const t = useTranslation('appointments');
  const [isOpen, setOpen] = useState(false);
  // Stays mounted once it was open, for the closing transition.
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  return (
    <>
      <Button
        variant={count > 0 ? 'light' : 'default'}
        leftSection={<IconFilter size={16} aria-hidden />}
        onClick={() => setOpen(true)}
        aria-haspopup="dialog"
      >
        {count > 0 ? t('moreFiltersCount', { count }) : t('moreFilters')}
      </Button>
      {wasOpen && (
        <Suspense>
          <FilterDialog
            tab={list.tab}
            filter={list.filter}
            opened={isOpen}
            onClose={() => setOpen(false)}
            onApply={list.change}
          />
        </Suspense>
      )}
    </>
  );
}

/** Links to the payments of all appointments, for users who may see them. */
function PaymentsLink() {
  const t = useTranslation('appointments');
  const isPhone = useIsPhone();
  if (!allows(useActor(), 'see_payments')) return null;
  const icon = <IconCash size={18} aria-hidden />;
  if (!isPhone)
    return (
      <LinkButton to="/payments" variant="default" leftSection={icon}>
        {t('allPayments')}
      </LinkButton>
    );
  return (
    <LinkButton to="/payments" variant="default" size="md" px={12} aria-label={t('allPayments')}>
      {icon}
    </LinkButton>
  );
}

function ExportButton({ input, isNarrowed }: { input: ListFilter; isNarrowed: boolean }) {
  const t = useTranslation('appointments');
  const isPhone = useIsPhone();
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    try {
      // A company's whole history takes longer than the default timeout.
      await downloadFile(exportAppointments, input, { timeoutMs: 600_000 });
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      toast(failureMessage(error), { kind: 'error' });
    } finally {
      setSaving(false);
    }
  };
  const label = t(isNarrowed ? 'exportFound' : 'exportList');
  if (isPhone)
    return (
      <ActionIcon
        size={44}
        variant="default"
        aria-label={label}
        loading={isSaving}
        onClick={() => void save()}
      >
        <IconDownload size={18} aria-hidden />
      </ActionIcon>
    );
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={isSaving}
      onClick={() => void save()}
    >
      {label}
    </Button>
  );
}
