import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { loadTexts, startTexts } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { NeedsLink } from './needs-link.tsx';

beforeEach(async () => {
  await startTexts();
  await loadTexts('payments');
});
afterEach(cleanup);

it.each(['pay', 'view'] as const)('to %s, nothing is promised where the company ended the link', (to) => {
  render(
    <Providers queries={createQueryClient()}>
      <NeedsLink to={to} appointment="a" link="ended" />
    </Providers>,
  );
  expect(screen.getByText(/Your personal link has expired/)).toBeTruthy();
  expect(screen.getByText(/Contact the company/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Send me my link' })).toBeNull();
});
