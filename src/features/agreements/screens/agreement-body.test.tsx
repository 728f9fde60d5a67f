import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sampleBrand } from '#testing/sample-brand.ts';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { NavigationProvider } from '#web/navigation/navigation.tsx';
import { Providers } from '#web/providers.tsx';
import type { PublicAgreement } from '../contract.ts';
import { AgreementBody } from './agreement-body.tsx';

const agreement: PublicAgreement = {
  public_id: 'agr',
  appointment_public_id: 'apt',
  name: 'Inspection agreement',
  real_content: '<p>Text</p>',
  content_hash: '',
  signed: false,
  signed_at: null,
  voided_at: null,
  property_address: '12 Main St',
  date_time: '2030-03-08T09:00:00-05:00',
  company: sampleBrand,
  viewer: null,
  is_team: false,
  my_signature: null,
  my_decline: null,
  signers: [],
  refusal: 'no_link',
  link_state: 'none',
  consent: { label: 'I agree', disclosure: '', sha256: '' },
};

beforeEach(async () => {
  await startI18n();
  await loadMessages('agreements');
});
afterEach(cleanup);

function show(more: Partial<PublicAgreement>) {
  return render(page(more));
}

function page(more: Partial<PublicAgreement>) {
  const input = { appointmentPublicId: 'apt', agreementPublicId: 'agr' };
  return (
    <Providers queries={createQueryClient()}>
      <NavigationProvider place={{ path: '/', search: '' }} go={vi.fn()}>
        <AgreementBody agreement={{ ...agreement, ...more }} input={input} reload={vi.fn()} />
      </NavigationProvider>
    </Providers>
  );
}

it('shows a visitor without a personal link where to get one', () => {
  show({});
  expect(screen.getByText(/You can request it again on your page/)).toBeTruthy();
});

it.each([{}, { refusal: 'hidden' }, { signed: true, refusal: 'signed' }] as const)(
  'does not offer a new link if the company ended it: %o',
  (more) => {
    show({ ...more, link_state: 'ended' });
    expect(screen.getByText(/Your personal link has expired/)).toBeTruthy();
    expect(screen.getByText(/Contact the company/)).toBeTruthy();
    expect(screen.queryByText(/send it again|open your personal link/)).toBeNull();
  },
);

it('resets reading and consent but keeps the name when the text changes while it is open', async () => {
  const mine = { viewer: { name: 'Ada Wong', role: 'client', on_behalf_of: '' }, refusal: null } as const;
  const { rerender } = show({ ...mine, content_hash: 'one' });
  const tick = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name });
  const field = () => screen.getByRole<HTMLInputElement>('textbox');
  fireEvent.click(tick(/read/));
  fireEvent.click(tick(/I agree/));
  fireEvent.change(field(), { target: { value: 'Ada Wong' } });
  rerender(page({ ...mine, content_hash: 'one' }));
  expect([tick(/read/).checked, tick(/I agree/).checked]).toEqual([true, true]);
  rerender(page({ ...mine, content_hash: 'two' }));
  expect([tick(/read/).checked, tick(/I agree/).checked, field().value]).toEqual([false, false, 'Ada Wong']);
  expect(screen.getByText(/changed while you were reading/)).toBeTruthy();
});
