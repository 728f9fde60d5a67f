import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createQueryClient } from '../../api.ts';
import { ApiFailure } from '../../client/api-failure.ts';
import { startI18n } from '../../i18n.ts';
import { Providers } from '../../providers.tsx';
import { ErrorState } from './states.tsx';

beforeEach(async () => {
  Object.assign(document, { fonts: new EventTarget() });
  await startI18n();
});
afterEach(cleanup);

const show = (type: string, status: number) =>
  render(
    <Providers queries={createQueryClient()}>
      <ErrorState failure={new ApiFailure(type, 'Please sign in', status, null, null)} onRetry={() => {}} />
    </Providers>,
  );

it('offers to sign in again if the session is over, and only then', () => {
  show('UNAUTHENTICATED', 401);
  expect(screen.getByRole('link', { name: 'Sign in again' }).getAttribute('href')).toBe('/auth/login');
  cleanup();
  show('INTERNAL', 500);
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});
