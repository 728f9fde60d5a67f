import { useId } from 'react';
import { useTranslation } from '#web/i18n.ts';
import { useUrlState } from '#web/navigation/use-url-state.ts';
import { ListTabs } from '#web/ui/table/list-tabs.tsx';
import classes from './details.module.css';
import type { Parts } from './details-page.tsx';

const tabIds = ['visit', 'documents', 'property', 'history'] as const;

/** The page of a narrow screen: one group of cards at a time. */
export function DetailsTabs({ parts }: { parts: Parts }) {
  const t = useTranslation('appointments');
  const panelId = useId();
  const [{ part }, change] = useUrlState({ part: 'visit' });
  const active = tabIds.find((one) => one === part) ?? 'visit';
  return (
    <>
      <ListTabs
        label={t('pageParts.label')}
        tabs={tabIds.map((id) => ({ id, label: t(`pageParts.${id}`) }))}
        active={active}
        onChange={(next) => change({ part: next })}
        panelId={panelId}
      />
      <div role="tabpanel" id={panelId} aria-labelledby={`${panelId}-${active}`} className={classes.main}>
        {active === 'visit' && (
          <>
            {parts.visit.place}
            {parts.notes.place}
          </>
        )}
        {active === 'documents' && parts.documents.place}
        {active === 'property' && parts.property.place}
        {active === 'history' && parts.history.place}
      </div>
    </>
  );
}
