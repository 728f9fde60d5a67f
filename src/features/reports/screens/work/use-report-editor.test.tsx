import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { type SessionUser, session } from '#web/session.ts';
import { AutosaveTextField } from '../../../../web/ui/inputs/autosave-fields.tsx';
import { memoryDrafts, smallReport } from './drafts-for-tests.ts';
import { useReportEditor } from './use-report-editor.ts';

const stored = vi.hoisted(() => ({ drafts: null as unknown }));
// There is no IndexedDB here; an end-to-end test covers the real store.
vi.mock('./draft-store.ts', async (real) => ({
  ...(await real<object>()),
  openBrowserDraftStore: () => stored.drafts,
}));

const sent: { ops: { changes?: unknown }[] }[] = [];

beforeEach(async () => {
  sent.length = 0;
  stored.drafts = memoryDrafts().drafts;
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    const done = { rev: 2, status: 'in_progress', behind: false, results: [] };
    if (init.method === 'PATCH') sent.push(JSON.parse(String(init.body)));
    return Response.json({ success: true, data: init.method === 'PATCH' ? done : smallReport, error: null });
  });
  Object.assign(document, { fonts: new EventTarget() });
  const user = { id: 'ada', subscriber_id: 's', user_type: 1 };
  await session.enter({ accessToken: 'token', user: user as unknown as SessionUser });
  await startI18n();
});
afterEach(() => {
  cleanup();
  session.forget();
  vi.unstubAllGlobals();
});

function Page() {
  const { editor, state } = useReportEditor('r1');
  const commit = (name: string) =>
    void editor?.change({ type: 'update_comment', comment_id: 'c1', changes: { name } });
  return state && <AutosaveTextField label="Name" value="Worn" onCommit={commit} />;
}

test('sends the text typed last before the page unmounts', async () => {
  const page = render(
    <Providers queries={createQueryClient()}>
      <Page />
    </Providers>,
  );
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Worn through' } });
  page.unmount();
  await vi.waitFor(() => expect(sent).toMatchObject([{ ops: [{ changes: { name: 'Worn through' } }] }]));
});
