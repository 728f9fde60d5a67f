import { Button, Select, Text } from '@mantine/core';
import { Suspense } from 'react';
import { labelOfOffer } from '#domain/pricing/service-labels.ts';
import { usePagedRead, useRead, useWrite } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { LinkButton } from '#web/navigation/link.tsx';
import { useUrlState } from '#web/navigation/use-url-state.ts';
import { useUser } from '#web/session.ts';
import type { Tone } from '#web/theme/colors.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { SearchBox } from '#web/ui/inputs/search-box.tsx';
import {
  IconBan,
  IconCheck,
  IconClipboardList,
  IconEdit,
  IconPlus,
  IconRosetteDiscount,
  IconTrash,
} from '#web/ui/layout/icons.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import { type Column, DataTable } from '#web/ui/table/data-table.tsx';
import type { RowAction } from '#web/ui/table/row-menu.tsx';
import { listServices, type Service } from '../contract.ts';
import {
  type DiscountCode,
  deleteDiscount,
  discountStates,
  listDiscounts,
  updateDiscount,
} from '../discount-contract.ts';
import classes from './discounts.module.css';

// Loaded when a code is first opened.
const DiscountDialog = lazy(async () => ({
  default: (await import('./discount-dialog.tsx')).DiscountDialog,
}));

const tones: Record<DiscountCode['state'], Tone> = {
  active: 'ok',
  scheduled: 'info',
  expired: 'mute',
  used_up: 'warn',
  off: 'mute',
};

/** The discount codes with their current state, what they apply to, and how often they were used. */
export function DiscountsPage() {
  const t = useTranslation('services');
  const [{ text, state, code }, change] = useUrlState({ text: '', state: '', code: '' });
  const wanted = discountStates.find((one) => one === state);
  const pages = usePagedRead(
    listDiscounts,
    { perPage: 50, ...(text ? { text } : {}), ...(wanted ? { state: wanted } : {}) },
    { keep: true },
  );
  const services = useRead(listServices, { perPage: 100 });
  const actions = useDiscountActions((id) => change({ code: id }));
  const columns = useColumns(services.data?.pageData ?? [], (id) => change({ code: id }));
  const add = () => change({ code: 'new' });
  return (
    <>
      <PageHeader
        title={t('codes.title')}
        purpose={t('codes.purpose')}
        primary={{ label: t('codes.add'), icon: <IconPlus size={18} aria-hidden />, onClick: add }}
        actions={
          <LinkButton
            to="/services"
            variant="default"
            className={classes.wideOnly ?? ''}
            leftSection={<IconClipboardList size={18} aria-hidden />}
          >
            {t('title')}
          </LinkButton>
        }
      />
      <DataTable
        label={t('codes.title')}
        of={pages}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => row.code}
        rowActions={actions}
        empty={{
          icon: <IconRosetteDiscount size={24} stroke={1.6} />,
          title: t('codes.none'),
          hint: t('codes.noneHint'),
          action: (
            <Button variant="default" onClick={add}>
              {t('codes.add')}
            </Button>
          ),
        }}
        onClearSearch={text || wanted ? () => change({ text: '', state: '' }) : undefined}
        hasFilters={wanted !== undefined}
        toolbar={
          <>
            <SearchBox value={text} onSearch={(next) => change({ text: next })} label={t('codes.search')} />
            <Select
              aria-label={t('codes.state')}
              data={[
                { value: '', label: t('codes.all') },
                ...discountStates.map((one) => ({ value: one, label: t(`state.${one}`) })),
              ]}
              value={wanted ?? ''}
              onChange={(next) => change({ state: next ?? '' })}
              allowDeselect={false}
              w={180}
            />
          </>
        }
      />
      {code !== '' && (
        <Suspense>
          <DiscountDialog
            key={code}
            id={code}
            services={services.data?.pageData ?? null}
            onClose={() => change({ code: '' })}
          />
        </Suspense>
      )}
    </>
  );
}

function useColumns(services: readonly Service[], open: (id: string) => void): Column<DiscountCode>[] {
  const t = useTranslation('services');
  const format = useFormat();
  const { currency } = useUser();
  const money = (amount: number) => format.money(amount, currency);
  const labelOf = (id: string) => labelOfOffer(services, id, money);
  const worth = (row: DiscountCode) => (row.type === 1 ? `${format.number(row.value)}%` : money(row.value));
  // A local date has no time: noon UTC, formatted in UTC, keeps the day.
  const day = (text: string) => format.date(`${text}T12:00:00Z`, 'UTC');
  const days = ({ starts_on, expires_on }: DiscountCode) => {
    if (starts_on && expires_on) {
      return t('codes.between', { from: day(starts_on), to: day(expires_on) });
    }
    if (starts_on) return t('codes.fromDay', { day: day(starts_on) });
    return expires_on ? t('codes.throughDay', { day: day(expires_on) }) : t('codes.always');
  };
  return [
    {
      key: 'code',
      header: t('codes.code'),
      phone: 'title',
      render: (row) => (
        <span className={classes.codeCell}>
          <button type="button" className={classes.code} onClick={() => open(row.id)}>
            {row.code}
          </button>
          {row.description && (
            <Text span c="dimmed" fz="sm" className={classes.description ?? ''}>
              {row.description}
            </Text>
          )}
        </span>
      ),
    },
    { key: 'worth', header: t('codes.worth'), render: worth, align: 'right', width: 110, phone: 'sub' },
    { key: 'for', header: t('codes.for'), render: (row) => holdsFor(t, row, labelOf), phone: 'hide' },
    { key: 'days', header: t('codes.days'), render: days, width: 190, phone: 'sub' },
    {
      key: 'uses',
      header: t('codes.uses'),
      width: 110,
      align: 'right',
      phone: 'hide',
      render: (row) =>
        row.max_uses === null
          ? format.number(row.used_count)
          : t('codes.usedOf', { used: row.used_count, most: row.max_uses }),
    },
    {
      key: 'state',
      header: t('codes.state'),
      width: 130,
      phone: 'side',
      render: (row) => <StatusPill tone={tones[row.state]}>{t(`state.${row.state}`)}</StatusPill>,
    },
  ];
}

/** Describes what a code applies to: everything, one name, or a number of items. */
function holdsFor(
  t: ReturnType<typeof useTranslation>,
  row: DiscountCode,
  labelOf: (id: string) => string | null,
): string {
  const [first, ...more] = [...row.service_ids, ...row.add_on_ids];
  if (first === undefined) return t('codes.everything');
  const label = more.length === 0 ? labelOf(first) : null;
  return label ?? t('codes.countFor', { count: 1 + more.length });
}

function useDiscountActions(open: (id: string) => void): (row: DiscountCode) => RowAction[] {
  const t = useTranslation('services');
  const update = useWrite(updateDiscount, { toast: ({ code }) => t('codes.saved', { code }) });
  const remove = useWrite(deleteDiscount, { toast: t('codes.deleted') });
  const ask = async (row: DiscountCode) => {
    const isSure = await confirm({
      title: t('deleteTitle', { name: row.code }),
      text: t('codes.deleteText'),
      yes: t('delete'),
      destroys: true,
    });
    if (isSure) await remove.send({ id: row.id, rev: row.rev });
  };
  return (row) => [
    { label: t('edit'), icon: <IconEdit size={16} aria-hidden />, run: () => open(row.id) },
    row.status === 1
      ? {
          label: t('codes.switchOff'),
          icon: <IconBan size={16} aria-hidden />,
          run: () => void update.send({ id: row.id, rev: row.rev, status: 0 }),
        }
      : {
          label: t('codes.switchOn'),
          icon: <IconCheck size={16} aria-hidden />,
          run: () => void update.send({ id: row.id, rev: row.rev, status: 1 }),
        },
    {
      label: t('delete'),
      icon: <IconTrash size={16} aria-hidden />,
      run: () => void ask(row),
      destroys: true,
      separate: true,
    },
  ];
}
