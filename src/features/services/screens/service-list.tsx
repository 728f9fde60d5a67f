import { Button, Switch } from '@mantine/core';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { usePagedRead, useWrite } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { LinkButton, UnstyledLink } from '#web/navigation/link.tsx';
import { useNavigateTo } from '#web/navigation/navigation.tsx';
import { useUser } from '#web/session.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { EmptyState, ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import {
  IconArrowDown,
  IconArrowUp,
  IconClipboardList,
  IconCopy,
  IconEdit,
  IconHomeSearch,
  IconPlus,
  IconRosetteDiscount,
  IconTrash,
} from '#web/ui/layout/icons.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import { type RowAction, RowMenu, RowMenuButton, useRowMenu } from '#web/ui/table/row-menu.tsx';
import { moveItem, SortableList } from '#web/ui/table/sortable-list.tsx';
import { listServices, type Service } from '../contract.ts';
import { deleteService, orderServices, updateService } from '../editor-contract.ts';
import { getStepWarnings } from './service-draft.ts';
import classes from './services.module.css';
import { useIsWide } from './use-is-wide.ts';

const AnyHouse = lazy(async () => ({ default: (await import('./price-list-tester.tsx')).PriceListTester }));

/** The price list in order, next to the price tester. */
export function ServiceList() {
  const t = useTranslation('services');
  const go = useNavigateTo();
  const pages = usePagedRead(listServices, { perPage: 100 });
  const isWide = useIsWide();
  const [isTesting, setTesting] = useState(false);
  const add = () => go('/services?service=new');
  const tester = pages.rows.length > 0 && (
    <Suspense fallback={<LinesSkeleton lines={8} height={36} />}>
      <AnyHouse services={pages.rows} />
    </Suspense>
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        purpose={t('purpose')}
        primary={{ label: t('add'), icon: <IconPlus size={18} aria-hidden />, onClick: add }}
        actions={
          <LinkButton
            to="/discount-codes"
            variant="default"
            className={classes.wideOnly ?? ''}
            leftSection={<IconRosetteDiscount size={18} aria-hidden />}
          >
            {t('codes.title')}
          </LinkButton>
        }
      />
      <div className={classes.narrowOnly}>
        <LinkButton
          to="/discount-codes"
          variant="default"
          leftSection={<IconRosetteDiscount size={18} aria-hidden />}
        >
          {t('codes.title')}
        </LinkButton>
      </div>
      <div className={classes.columns}>
        <div className={classes.main}>
          {pages.status === 'loading' && (
            <div className={classes.loading}>
              <LinesSkeleton lines={8} height={28} />
            </div>
          )}
          {pages.status === 'failed' && <ErrorState failure={pages.failure} onRetry={pages.retry} />}
          {pages.status === 'loaded' && (
            <Services services={pages.rows} onAdd={add} isFull={!pages.hasMore} />
          )}
          {pages.hasMore && (
            <Button variant="default" onClick={pages.more} loading={pages.loadingMore}>
              {t('showAll')}
            </Button>
          )}
        </div>
        {isWide && tester && (
          <div className={classes.side}>
            <Card title={t('tester')}>{tester}</Card>
          </div>
        )}
      </div>
      {!isWide && tester && (
        <>
          <div className={classes.tryBar}>
            <Button
              fullWidth
              variant="default"
              leftSection={<IconHomeSearch size={18} aria-hidden />}
              onClick={() => setTesting(true)}
            >
              {t('testPrice')}
            </Button>
          </div>
          <Dialog opened={isTesting} onClose={() => setTesting(false)} title={t('tester')} width={560}>
            {tester}
          </Dialog>
        </>
      )}
    </>
  );
}

function Services(props: { services: readonly Service[]; onAdd: () => void; isFull: boolean }) {
  const t = useTranslation('services');
  const go = useNavigateTo();
  // The order just set, until the list is loaded again.
  const [order, setOrder] = useState<readonly string[] | null>(null);
  const write = useWrite(orderServices, {
    onFail: () => {
      setOrder(null);
      return false;
    },
  });
  const byId = new Map(props.services.map((one) => [one.id, one]));
  const stored = props.services.map((one) => one.id);
  const storedOrder = stored.join();
  useEffect(() => setOrder(null), [storedOrder]);
  const isSame = order !== null && order.length === stored.length && order.every((id) => byId.has(id));
  const ids = order && isSame ? order : stored;
  const nameOf = (id: string) => byId.get(id)?.name ?? '';
  const save = (next: string[]) => {
    setOrder(next);
    void write.send({ ids: next });
  };
  const actions = useServiceActions();
  const menu = useRowMenu((service: Service) => {
    const at = ids.indexOf(service.id);
    return [
      ...actions(service),
      ...(at > 0 ? [step('moveUp', <IconArrowUp size={16} aria-hidden />, service, -1)] : []),
      ...(at < ids.length - 1 ? [step('moveDown', <IconArrowDown size={16} aria-hidden />, service, 1)] : []),
    ].sort((a, b) => Number(a.destroys ?? false) - Number(b.destroys ?? false));
  });

  function step(key: string, icon: ReactNode, service: Service, by: -1 | 1): RowAction {
    return { label: t(key), icon, run: () => save(moveItem(ids, service.id, by)) };
  }

  if (props.services.length === 0) {
    return (
      <div className={classes.card} data-rows>
        <EmptyState
          icon={<IconClipboardList size={24} stroke={1.6} />}
          title={t('none')}
          hint={t('noneHint')}
          action={
            <Button variant="default" onClick={props.onAdd}>
              {t('add')}
            </Button>
          }
        />
      </div>
    );
  }
  return (
    <div className={classes.card} data-rows>
      <SortableList label={t('title')} ids={ids} nameOf={nameOf} onOrder={save} rowClass={classes.row}>
        {(id, grip) => {
          const service = byId.get(id);
          if (!service) return null;
          return (
            <ServiceRow service={service} grip={grip} onOpen={() => go(`/services?service=${id}`)}>
              <RowMenuButton
                name={service.name}
                onOpen={(button) => menu.open(service, service.name, button)}
              />
            </ServiceRow>
          );
        }}
      </SortableList>
      <RowMenu of={menu} />
    </div>
  );
}

function ServiceRow(props: { service: Service; grip: ReactNode; onOpen: () => void; children: ReactNode }) {
  const { service } = props;
  const t = useTranslation('services');
  const format = useFormat();
  const { currency } = useUser();
  // The switch moves immediately and moves back if the server rejects the change.
  const [wanted, setWanted] = useState<boolean | null>(null);
  useEffect(() => setWanted(null), [service.rev]);
  const write = useWrite(updateService, {
    onFail: () => {
      setWanted(null);
      return false;
    },
    toast: ({ name, status }) => t(status === 1 ? 'switchedOn' : 'switchedOff', { name }),
  });
  const warnings = getStepWarnings(service.modifiers).length;
  const facts = [
    t('hours', { hours: format.hours(service.base_duration) }),
    ...(service.modifiers.length > 0 ? [t('countSteps', { count: service.modifiers.length })] : []),
    ...(service.add_ons.length > 0 ? [t('countAddOns', { count: service.add_ons.length })] : []),
    ...(service.taxes.length > 0 ? [t('countTaxes', { count: service.taxes.length })] : []),
  ];
  return (
    <>
      {props.grip}
      <div className={classes.text} data-off={service.status !== 1 || undefined}>
        <div className={classes.nameLine}>
          <UnstyledLink to={`/services?service=${service.id}`} className={classes.name}>
            {service.name}
          </UnstyledLink>
          {warnings > 0 && <StatusPill tone="warn">{t('countWarnings', { count: warnings })}</StatusPill>}
          {!service.is_public && <StatusPill tone="mute">{t('internal')}</StatusPill>}
        </div>
        <div className={classes.facts}>{facts.join(' · ')}</div>
      </div>
      <span className={classes.price} data-off={service.status !== 1 || undefined}>
        {format.money(service.base_cost, currency)}
      </span>
      <Switch
        size="sm"
        checked={wanted ?? service.status === 1}
        disabled={write.pending}
        aria-label={t('offered', { name: service.name })}
        onChange={(event) => {
          const { checked } = event.currentTarget;
          setWanted(checked);
          void write.send({ id: service.id, rev: service.rev, status: checked ? 1 : 0 });
        }}
      />
      {props.children}
    </>
  );
}

function useServiceActions(): (service: Service) => RowAction[] {
  const t = useTranslation('services');
  const remove = useWrite(deleteService, { toast: t('deleted') });
  const ask = async (service: Service) => {
    const isSure = await confirm({
      title: t('deleteTitle', { name: service.name }),
      text: t('deleteText'),
      yes: t('delete'),
      destroys: true,
    });
    if (isSure) await remove.send({ id: service.id, rev: service.rev });
  };
  return (service) => [
    {
      label: t('edit'),
      icon: <IconEdit size={16} aria-hidden />,
      to: `/services?service=${service.id}`,
    },
    {
      label: t('duplicate'),
      icon: <IconCopy size={16} aria-hidden />,
      to: `/services?service=new&copy=${service.id}`,
    },
    {
      label: t('delete'),
      icon: <IconTrash size={16} aria-hidden />,
      run: () => void ask(service),
      destroys: true,
      separate: true,
    },
  ];
}
