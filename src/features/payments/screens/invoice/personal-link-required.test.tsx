import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { PersonalLinkRequired } from './personal-link-required.tsx';

beforeEach(async () => {
  await startI18n();
  await loadMessages('payments');
});
afterEach(cleanup);

it.each(['pay', 'view'] as const)('to %s, no link is offered when the company has revoked it', (to) => {
  render(
    <Providers queries={createQueryClient()}>
      <PersonalLinkRequired to={to} appointment="a" link="ended" />
    </Providers>,
  );
  expect(screen.getByText(/Your personal link has expired/)).toBeTruthy();
  expect(screen.getByText(/Contact the company/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Send me my link' })).toBeNull();
});
