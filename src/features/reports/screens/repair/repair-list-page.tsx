import { Suspense } from 'react';
import { useRead } from '#web/api.ts';
import { CompanyDateFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { pageSearch } from '#web/navigation/page-address.ts';
import { CompanyHeader } from '#web/shell/company-header.tsx';
import { InvalidLinkPage, isInvalidLink } from '#web/shell/invalid-link.tsx';
import { PublicLayout } from '#web/shell/public-layout.tsx';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { usePageTitle } from '#web/ui/layout/page-header.tsx';
import { getRepairList } from '../../repair-contract.ts';
import report from '../parts/report.module.css';
import { LockedReport, lockedFacts } from '../reading/locked-report.tsx';
import type { ListReader } from './repair-list-urls.ts';
import { RepairListView } from './repair-list-view.tsx';

// Only its maker edits a list.
const Editor = lazy(async () => ({ default: (await import('./repair-editor.tsx')).RepairEditor }));

/** A repair list under its own link: for its maker a form, for everyone else to read; locked while its report is. */
export function RepairListPage({ list_id }: { list_id: string }) {
  const t = useTranslation('reports');
  const reader: ListReader = { listId: list_id, ...givenBy(pageSearch()) };
  const list = useRead(getRepairList, reader);
  const { data, failure } = list;
  const locked = lockedFacts(failure);
  const company = data?.company ?? locked?.company;
  const tWeb = useTranslation('web');
  usePageTitle(data ? data.title || t('repair.title') : isInvalidLink(failure) ? tWeb('linkUnknown') : '');
  const brand = company ? <CompanyHeader name={company.company_name} logo={company.logo} /> : <span />;
  const view = data && <RepairListView list={data} reader={reader} />;
  return (
    <PublicLayout brand={brand}>
      {locked ? (
        <LockedReport facts={locked} reportId={locked.public_id ?? ''} />
      ) : data ? (
        <CompanyDateFormat format={data.company.date_format}>
          {data.can_edit ? (
            <Suspense fallback={view}>
              <Editor list={data} reader={reader} />
            </Suspense>
          ) : (
            view
          )}
        </CompanyDateFormat>
      ) : isInvalidLink(failure) ? (
        <InvalidLinkPage />
      ) : list.status === 'failed' ? (
        <ErrorState failure={failure} onRetry={list.retry} />
      ) : (
        <div className={report.waiting}>
          <LinesSkeleton lines={14} height={18} />
        </div>
      )}
    </PublicLayout>
  );
}

/** The credentials in the address, in the order in which the server reads them for the first view. */
function givenBy(search: string): Omit<ListReader, 'listId'> {
  const given = new URLSearchParams(search);
  const names = ['e', 'p', 'v', 't'] as const;
  return Object.fromEntries(names.flatMap((name) => (given.get(name) ? [[name, given.get(name)]] : [])));
}
