import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { NavigationProvider } from '#web/navigation/navigation.tsx';
import { Providers } from '#web/providers.tsx';
import { publicReportWith } from '../reading/public-report-for-tests.ts';
import { TemplatePreviewPage } from './template-preview-page.tsx';

beforeEach(async () => {
  Object.assign(document, { fonts: new EventTarget() });
  Element.prototype.scrollIntoView = vi.fn();
  const data = { ...publicReportWith([]), template_name: 'Pools' };
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data, error: null }));
  await startI18n();
  await loadMessages('reports', 'web');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('is titled with the name of the template, and leads back to the templates', async () => {
  render(
    <Providers queries={createQueryClient()}>
      <NavigationProvider place={{ path: '/templates/preview/t1', search: '' }} go={() => {}}>
        <TemplatePreviewPage template_id="t1" />
      </NavigationProvider>
    </Providers>,
  );
  await screen.findByRole('heading', { level: 1, name: 'Preview of Pools' });
  const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
  expect(crumbs.getByRole('link', { name: 'Templates' }).getAttribute('href')).toBe('/templates');
});
