import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { AppointmentProgress } from './appointment-status.tsx';

beforeEach(async () => {
  Object.assign(document, { fonts: new EventTarget() });
  await startI18n();
  await loadMessages('appointments');
});
afterEach(cleanup);

it.each([
  [{ agreement_signed: true, has_agreements: true }, 'Signed'],
  [{ agreement_signed: false, has_agreements: true }, 'Unsigned'],
  // As on the appointment's own page, where nothing is to be signed.
  [{ agreement_signed: true, has_agreements: false }, 'No agreement'],
])('names the agreements of a row: %o is %s', (row, word) => {
  render(
    <Providers queries={createQueryClient()}>
      <AppointmentProgress {...row} paid={false} published={false} />
    </Providers>,
  );
  expect(screen.getByText(/agreement|signed/i).textContent).toBe(word);
});
