import { act, cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { NavigationProvider } from '#web/navigation/navigation.tsx';
import { Providers } from '#web/providers.tsx';
import type { AppointmentAgreement } from '../contract.ts';
import { AgreementRow } from './agreement-row.tsx';

const id = '00000000-0000-7000-8000-000000000001';
type Signer = AppointmentAgreement['signers'][number];

function signer(name: string, more: Partial<Signer> = {}): Signer {
  return {
    person_id: name,
    name,
    role: 'client',
    email: `${name}@doe.example`,
    signer_name: null,
    method: null,
    on_behalf_of: '',
    deliveries: [],
    viewed_at: null,
    signed_at: null,
    declined: null,
    link: `https://gable.test/agreement/agreement-detail/a/b?p=${name}`,
    ...more,
  };
}

function agreement(more: Partial<AppointmentAgreement> = {}): AppointmentAgreement {
  return {
    id,
    agreementId: id,
    public_id: 'b',
    template_id: id,
    template_version: 1,
    offered_version: 1,
    name: 'Pool agreement',
    content: '',
    real_content: '',
    unresolved: [],
    signed: false,
    signed_at: null,
    voided_at: null,
    void_reason: '',
    content_hash: null,
    sealed_sha256: null,
    seal_problem: null,
    replaces_id: null,
    paper: null,
    link: 'https://gable.test/agreement/agreement-detail/a/b',
    signers: [signer('Ann')],
    created_at: '2030-03-01T09:00:00-05:00',
    ...more,
  };
}

beforeEach(async () => {
  await startI18n();
  await loadMessages('agreements');
});
afterEach(cleanup);

async function show(one: AppointmentAgreement): Promise<HTMLElement> {
  await act(async () => {
    render(
      <Providers queries={createQueryClient()}>
        <NavigationProvider place={{ path: '/', search: '' }} go={() => {}}>
          <AgreementRow appointmentId={id} agreement={one} canEdit isReplaced={false} />
        </NavigationProvider>
      </Providers>,
    );
  });
  return screen.getByRole('article', { name: 'Pool agreement' });
}

const at = '2030-03-01T09:12:00-05:00';

describe('an agreement on an appointment', () => {
  test.each([
    ['To sign', agreement()],
    [
      '1 of 2 signed',
      agreement({ signers: [signer('Ann', { signed_at: at, method: 'typed' }), signer('Ben')] }),
    ],
    ['Declined', agreement({ signers: [signer('Ann', { declined: { reason: 'Too dear', at } })] })],
    ['Signed', agreement({ signed: true })],
    ['Void', agreement({ voided_at: at, void_reason: 'Wrong text' })],
    ['Incomplete', agreement({ unresolved: ['PROPERTY_ADDRESS'] })],
  ])('is shown as "%s"', async (status, one) => {
    expect(within(await show(one)).getByText(status, { exact: true })).toBeTruthy();
  });
});

test('says why the signed PDF is missing, with a button to try again', async () => {
  const row = await show(agreement({ signed: true, seal_problem: 'too_long' }));
  expect(within(row).getByText('The signed PDF couldn’t be created')).toBeTruthy();
  expect(within(row).getByText(/^It took too long/)).toBeTruthy();
  expect(within(row).getByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('names each missing value with a link to where it is entered, and quotes unknown placeholders', async () => {
  const row = await show(agreement({ unresolved: ['PROPERTY_ADDRESS', 'POOL_NAME'] }));
  expect(within(row).getByText('Property address: complete the address under Property')).toBeTruthy();
  expect(
    within(row)
      .getByRole('link', { name: /correct the agreement text/ })
      .getAttribute('href'),
  ).toBe(`/settings?tab=agreements&agreement=${id}`);
});

test('shows for each signer when they were mailed, opened and signed, and how', async () => {
  const row = await show(
    agreement({
      signers: [
        signer('Ann', { signed_at: at, method: 'drawn' }),
        signer('Ben', { viewed_at: at, deliveries: [{ to: 'Ben@doe.example', status: 'failed', at }] }),
        signer('Cleo', { email: '' }),
      ],
    }),
  );
  const lines = within(row).getAllByRole('listitem');
  expect(lines.map((line) => line.textContent?.replace(/,? ?Mar.*?(AM|PM)/g, ' at'))).toEqual([
    expect.stringContaining('signed by drawing'),
    expect.stringMatching(/opened.*email not delivered/),
    expect.stringContaining('no email address'),
  ]);
  // Signers who have signed need no link any more.
  expect(within(row).getAllByRole('button', { name: /personal link/ })).toHaveLength(2);
});

test('shows a paper signature with its date and who recorded it, and waits for no one', async () => {
  const paper = { name: 'scan.pdf', sha256: '', signed_on: '2030-02-28', recorded_by: 'Olive Owner' };
  const row = await show(agreement({ signed: true, paper }));
  expect(within(row).getByText(/Signed on paper on .*2030.*recorded by Olive Owner/)).toBeTruthy();
  expect(within(row).queryByRole('button', { name: /personal link/ })).toBeNull();
});
