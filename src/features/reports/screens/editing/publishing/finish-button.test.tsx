import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import type { EditorState } from '../../work/editor-types.ts';
import { FinishButton } from './finish-button.tsx';

beforeEach(async () => {
  await startI18n();
  await loadMessages('reports');
});
afterEach(cleanup);

test.each([
  ['who may publish', { can_publish: true, can_submit: false }, null, ['Publish']],
  ['who may publish, a second time', { can_publish: true, can_submit: false }, 3, ['Republish']],
  [
    'whose report waits for approval by others',
    { can_publish: false, can_submit: true },
    null,
    ['Submit for approval'],
  ],
  ['who may neither', { can_publish: false, can_submit: false }, null, []],
])('offers the last step to an author %s', (_author, permissions, published_rev, expected) => {
  const report = { permissions, published_rev } as EditorState['report'];
  for (const isPhone of [false, true]) {
    render(
      <Providers queries={createQueryClient()}>
        <FinishButton report={report} isPhone={isPhone} onClick={vi.fn()} />
      </Providers>,
    );
    expect(
      screen.queryAllByRole('button').map((one) => one.getAttribute('aria-label') ?? one.textContent),
    ).toEqual(expected);
    cleanup();
  }
});
