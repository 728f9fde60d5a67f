import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from '#web/i18n.ts';
import { SaveBarForm } from '#web/ui/feedback/save-bar-form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import type { EditedService } from '../editor-contract.ts';
import { AddOnsTab } from './add-ons-tab.tsx';
import { BaseTab } from './base-tab.tsx';
import { DocumentsTab } from './documents-tab.tsx';
import classes from './editor.module.css';
import { EditorTabs } from './editor-tabs.tsx';
import { PriceTester } from './price-tester.tsx';
import { getStepWarnings, parseSteps, type ServiceDraft, toTestableService } from './service-draft.ts';
import { StepsTab } from './steps-tab.tsx';
import { TaxesTab } from './taxes-tab.tsx';
import { useIsWide } from './use-is-wide.ts';
import { defaultTestCase, type PriceTestCase, usePriceTest } from './use-price-test.ts';
import { type ServiceForm, useServiceForm } from './use-service-form.ts';

interface Props {
  stored: EditedService | null;
  first: ServiceDraft;
  onCreated: (service: EditedService) => void;
}

const tabIds = ['base', 'modifiers', 'addOns', 'taxes', 'documents', 'tester'] as const;
type TabId = (typeof tabIds)[number];

/** Returns the tab that shows a field of the route. */
function tabOf(path: string): TabId {
  const [head] = path.split('.');
  if (head === 'modifiers') return 'modifiers';
  if (head === 'add_ons') return 'addOns';
  if (head === 'taxes') return 'taxes';
  return head === 'templates' || head === 'agreements' ? 'documents' : 'base';
}

/** Edits a service with everything that determines its price, next to a live price test of the current input. */
export function ServiceEditor({ stored, first, onCreated }: Props) {
  const t = useTranslation('services');
  const form = useServiceForm(stored, first, onCreated);
  const isWide = useIsWide();
  const panelId = useId();
  const [tab, setTab] = useState<TabId>('base');
  const active = isWide && tab === 'tester' ? 'base' : tab;
  const { test, setTest, tested, services } = useEditorTester(form);
  const warnings = getStepWarnings(parseSteps(form.draft));
  const main = useRef<HTMLDivElement>(null);
  useLeadToProblem(form, setTab, main);
  const tester = <PriceTester services={services} test={test} onChange={setTest} tested={tested} only />;
  const shown = tabIds.filter((id) => !(id === 'tester' && isWide));
  const badges: Partial<Record<TabId, number>> = {
    modifiers: form.draft.modifiers.length,
    addOns: form.draft.add_ons.length,
    taxes: form.draft.taxes.length,
    documents: form.draft.templates.length + form.draft.agreements.length,
  };
  const panel = (id: TabId, content: ReactNode) => (
    <div
      role="tabpanel"
      id={`${panelId}-panel-${id}`}
      aria-labelledby={`${panelId}-${id}`}
      hidden={active !== id}
      className={classes.panel}
    >
      {content}
    </div>
  );
  return (
    <>
      <PageHeader
        title={form.draft.name.trim() || t('newService')}
        purpose={
          form.saved && form.saved.used_by > 0 ? t('usedBy', { count: form.saved.used_by }) : t('editPurpose')
        }
        titleExtra={
          form.draft.status === 1 ? (
            <StatusPill tone="ok">{t('active')}</StatusPill>
          ) : (
            <StatusPill tone="mute">{t('inactive')}</StatusPill>
          )
        }
        breadcrumbs={[{ label: t('title'), to: '/services' }]}
      />
      <div className={classes.columns}>
        <div ref={main} className={classes.main}>
          <EditorTabs
            label={t('newService')}
            panelId={panelId}
            tabs={shown.map((id) => ({
              id,
              label: t(`tab.${id}`),
              count: badges[id],
              isWrong: form.wrongPaths.some((path) => tabOf(path) === id),
              isWarned: id === 'modifiers' && warnings.length > 0,
            }))}
            active={active}
            onChange={setTab}
          />
          <SaveBarForm form={form} label={t('newService')}>
            {panel('base', <BaseTab form={form} />)}
            {panel('modifiers', <StepsTab form={form} warnings={warnings} tested={tested} />)}
            {panel('addOns', <AddOnsTab form={form} />)}
            {panel('taxes', <TaxesTab form={form} />)}
            {panel('documents', <DocumentsTab form={form} />)}
            {!isWide && panel('tester', <Card title={t('tester')}>{tester}</Card>)}
          </SaveBarForm>
        </div>
        {isWide && (
          <div className={classes.side}>
            <Card title={t('tester')}>{tester}</Card>
          </div>
        )}
      </div>
    </>
  );
}

/** Feeds the current input to the price tester, where all add-ons can be chosen. */
function useEditorTester(form: ServiceForm) {
  const t = useTranslation('services');
  const id = form.saved?.id ?? 'new';
  const services = [toTestableService(form.draft, id, t('unnamed'))];
  const [testCase, setTest] = useState<PriceTestCase>({ ...defaultTestCase, chosen: [] });
  const test = { ...testCase, chosen: [id, ...testCase.chosen.filter((one) => one !== id)] };
  return { test, setTest, services, tested: usePriceTest(test, services) };
}

/** After a rejection, opens the tab of the first invalid field and focuses that field. */
function useLeadToProblem(
  form: ServiceForm,
  show: (tab: TabId) => void,
  main: RefObject<HTMLDivElement | null>,
) {
  const [first] = form.wrongPaths;
  const seen = useRef<string>(undefined);
  const key = form.wrongPaths.join();
  useEffect(() => {
    if (first && seen.current !== key) {
      show(tabOf(first));
      // The tab must be shown first: a hidden field cannot be focused.
      requestAnimationFrame(() => {
        const wrong = main.current?.querySelector<HTMLElement>(
          '[role="tabpanel"]:not([hidden]) [aria-invalid="true"]',
        );
        wrong?.focus();
      });
    }
    seen.current = key;
  }, [first, key]);
}
