import { allows } from '#domain/people/permissions.ts';
import { useTranslation } from '#web/i18n.ts';
import { useUrlState } from '#web/navigation/use-url-state.ts';
import { useActor } from '#web/session.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import classes from './import.module.css';
import { ImportRunView } from './import-run-view.tsx';
import { ImportWizard } from './import-wizard.tsx';
import { RecentImports } from './recent-imports.tsx';

/** Imports clients and agents from a file; a running import is reachable by its URL and in the list below. */
export function ImportPage() {
  const t = useTranslation('people');
  const mayImport = allows(useActor(), 'export_people');
  const [url, changeUrl] = useUrlState({ kind: '', run: '' });
  const kind = url.kind === 'agents' ? 'agents' : 'clients';
  return (
    <>
      <PageHeader
        title={t('import.title')}
        purpose={t('import.purpose')}
        breadcrumbs={[{ label: t('pageTitle'), to: '/people' }]}
      />
      {!mayImport && <EmptyState title={t('import.notAllowed')} hint={t('import.notAllowedHint')} />}
      {mayImport && (
        <div className={classes.page}>
          {url.run ? (
            <ImportRunView key={url.run} id={url.run} onAnother={() => changeUrl({ run: '' })} />
          ) : (
            <ImportWizard
              key={kind}
              kind={kind}
              onKind={(next) => changeUrl({ kind: next === 'agents' ? next : '' })}
              onRun={(run) => changeUrl({ run })}
            />
          )}
          <RecentImports shown={url.run} onOpen={(run) => changeUrl({ run })} />
        </div>
      )}
    </>
  );
}
