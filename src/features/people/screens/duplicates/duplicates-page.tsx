import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { allows } from '#domain/people/permissions.ts';
import { usePagedRead, useWrite } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { useUrlState } from '#web/navigation/use-url-state.ts';
import { useActor } from '#web/session.ts';
import { toast } from '#web/toast.ts';
import { CardSkeleton, EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { IconCircleCheck } from '#web/ui/layout/icons.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { ListTabs } from '#web/ui/table/list-tabs.tsx';
import { type DuplicateGroup, dismissDuplicates, listDuplicates } from '../../merge-contract.ts';
import type { ContactTab } from '../use-contact-actions.ts';
import { DuplicateCard } from './duplicate-card.tsx';
import classes from './duplicates.module.css';
import { MergeDialog } from './merge-dialog.tsx';
import { RecentMerges } from './recent-merges.tsx';

const kinds: readonly ContactTab[] = ['clients', 'agents', 'contractors'];

/** Lists probable duplicates, which are merged or dismissed permanently. */
export function DuplicatesPage() {
  const t = useTranslation('people');
  const mayMerge = allows(useActor(), 'delete_contacts');
  const panelId = useId();
  const [url, changeUrl] = useUrlState({ kind: '' });
  const kind = kinds.find((one) => one === url.kind) ?? 'clients';
  return (
    <>
      <PageHeader
        title={t('duplicates.title')}
        purpose={t('duplicates.purpose')}
        breadcrumbs={[{ label: t('pageTitle'), to: `/people${kind === 'clients' ? '' : `?tab=${kind}`}` }]}
      />
      <ListTabs
        label={t('duplicates.title')}
        panelId={panelId}
        tabs={kinds.map((id) => ({ id, label: t(`many.${id}`) }))}
        active={kind}
        onChange={(next) => changeUrl({ kind: next === 'clients' ? '' : next })}
      />
      <div role="tabpanel" id={panelId} aria-labelledby={`${panelId}-${kind}`} className={classes.panel}>
        {mayMerge ? (
          <>
            <Groups key={kind} kind={kind} />
            <RecentMerges kind={kind} />
          </>
        ) : (
          <EmptyState title={t('duplicates.notAllowed')} hint={t('duplicates.notAllowedHint')} />
        )}
      </div>
    </>
  );
}

function Groups({ kind }: { kind: ContactTab }) {
  const t = useTranslation('people');
  const format = useFormat();
  const pages = usePagedRead(listDuplicates, { kind, perPage: 10 });
  const [merging, setMerging] = useState<DuplicateGroup | null>(null);
  const dismiss = useWrite(dismissDuplicates, {
    onDone: () => toast(t('duplicates.dismissed'), { kind: 'success' }),
  });
  if (pages.status === 'failed') return <ErrorState failure={pages.failure} onRetry={pages.retry} />;
  if (pages.status === 'loading') {
    return ['one', 'two', 'three'].map((key) => <CardSkeleton key={key} height={190} />);
  }
  return (
    <>
      {pages.rows.length === 0 && (
        <div className={classes.none}>
          <EmptyState
            icon={<IconCircleCheck size={26} stroke={1.6} />}
            title={t('duplicates.none')}
            hint={t('duplicates.noneHint')}
          />
        </div>
      )}
      {pages.rows.map((group) => (
        <DuplicateCard
          key={group.key}
          group={group}
          kind={kind}
          onMerge={() => setMerging(group)}
          onDismiss={() => void dismiss.send({ kind, ids: group.people.map((one) => one.id) })}
          pending={dismiss.pending}
        />
      ))}
      {pages.hasMore && (
        <Button variant="default" onClick={pages.more} loading={pages.loadingMore} className={classes.more}>
          {t('duplicates.more', {
            count: pages.total - pages.rows.length,
            number: format.number(pages.total - pages.rows.length),
          })}
        </Button>
      )}
      <MergeDialog kind={kind} group={merging} onClose={() => setMerging(null)} />
    </>
  );
}
