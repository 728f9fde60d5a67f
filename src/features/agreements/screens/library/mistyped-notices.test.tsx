import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { MistypedNotices } from './mistyped-notices.tsx';

beforeEach(async () => {
  await startI18n();
  await loadMessages('agreements');
});
afterEach(cleanup);

it('names each mistyped placeholder with the one that was meant, apart by what it does', () => {
  render(
    <Providers queries={createQueryClient()}>
      <MistypedNotices
        found={[
          { typed: '{{AGENT}}', nearest: null, blocks: true },
          { typed: '{price}', nearest: 'PRICE', blocks: false },
        ]}
      />
    </Providers>,
  );
  expect(screen.getByText('{{AGENT}}')).toBeTruthy();
  expect(screen.getByText('{price} – did you mean {{PRICE}}?')).toBeTruthy();
  expect(screen.getByText(/can’t be signed until/)).toBeTruthy();
  expect(screen.getByText(/clients would read them as typed/)).toBeTruthy();
});
