import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sampleBrand } from '#testing/sample-brand.ts';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { NavigationProvider } from '#web/navigation/navigation.tsx';
import { Providers } from '#web/providers.tsx';
import type { WatchedComment } from '../../reading-contract.ts';
import { WatchPage } from './watch-page.tsx';

const commentId = 'c'.repeat(24);
const reportId = 'r'.repeat(24);
const watched: WatchedComment = {
  report: { public_id: reportId, name: 'Home inspection report', is_draft: false },
  company: sampleBrand,
  place: 'Roof › Coverings',
  comment: { id: commentId, number: '2.1.1', name: 'Shingles missing', text: null },
  videos: [
    {
      id: 'v1',
      kind: 'video',
      duration_ms: 4000,
      caption: 'The ridge',

      width: 160,
      height: 90,
    },
    { id: 'v2', kind: 'video', duration_ms: 4000, caption: '', width: 160, height: 90 },
  ],
  media_path: `/api/v2/reports/${reportId}/media`,
  video_path: `/api/v2/reports/${reportId}/videos`,
  media_query: '?p=mine',
};

let answer: { status: number; body: unknown };
beforeEach(async () => {
  Object.assign(document, { fonts: new EventTarget() });
  vi.stubGlobal('fetch', async () => Response.json(answer.body, { status: answer.status }));
  window.history.replaceState(null, '', `/watch/${commentId}?p=mine`);
  await startI18n();
  await loadMessages('reports');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

function show() {
  render(
    <Providers queries={createQueryClient()}>
      <NavigationProvider place={{ path: `/watch/${commentId}`, search: '?p=mine' }} go={() => {}}>
        <WatchPage commentId={commentId} />
      </NavigationProvider>
    </Providers>,
  );
}

test('plays every video of the comment, and links to its place in the report', async () => {
  answer = { status: 200, body: { success: true, data: watched, error: null } };
  show();
  await screen.findByRole('heading', { name: '2.1.1 Shingles missing' });
  const videos = [...document.querySelectorAll('video')];
  expect(videos.map((video) => video.getAttribute('src'))).toEqual([
    `/api/v2/reports/${reportId}/videos/v1?p=mine`,
    `/api/v2/reports/${reportId}/videos/v2?p=mine`,
  ]);
  expect(videos[0]?.getAttribute('poster')).toBe(`/api/v2/reports/${reportId}/media/v1/large?p=mine`);
  expect(videos.map((video) => video.getAttribute('aria-label'))).toEqual(['The ridge', 'Video 2 of 2']);
  expect(screen.getByText('The ridge')).toBeTruthy();
  const back = screen.getByRole('link', { name: 'Back to the report' });
  expect(back.getAttribute('href')).toBe(`/view-report2/${reportId}?p=mine#c${commentId}`);
});

const locked = {
  reasons: ['payment', 'agreement'],
  name: 'Home inspection report',
  public_id: reportId,
  appointment_public_id: 'a'.repeat(24),
  address: '12 Main St',
  city: 'Boulder',
  company: sampleBrand,
  agreements: [{ public_id: 'g'.repeat(24), name: 'Inspection agreement' }],
  invoice_public_id: 'i'.repeat(24),
  is_invoice_void: false,
};

function refuse(details: object) {
  const error = { type: 'LOCKED', message: 'This report isn’t available yet', details };
  answer = { status: 423, body: { success: false, data: null, error } };
}

test('says exactly what is missing while the report is locked', async () => {
  refuse(locked);
  // A visitor who opened a personal link is remembered for the report.
  sessionStorage.setItem(`portal:${reportId}`, '/client-view/mine?p=personal');
  show();
  const sign = await screen.findByRole('link', { name: 'Read and sign: Inspection agreement' });
  expect(sign.getAttribute('href')).toContain('?p=personal');
  expect(screen.getByRole('link', { name: 'Go to the invoice' })).toBeTruthy();
  expect(screen.queryByText('The inspector is finishing the report')).toBeNull();
  expect(document.querySelector('video')).toBeNull();
});

test('does not ask to pay a void invoice', async () => {
  refuse({ ...locked, reasons: ['payment'], invoice_public_id: null, is_invoice_void: true });
  show();
  expect(await screen.findByText('The invoice was voided')).toBeTruthy();
  expect(screen.queryByText('Pay the invoice')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Go to the invoice' })).toBeNull();
});
