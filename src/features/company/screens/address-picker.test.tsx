import { act, cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import type { AddressResult } from '../contract.ts';
import { AddressPicker } from './address-picker.tsx';

const onUseTyped = vi.fn();
let found: Partial<AddressResult>[] = [];
const result = (id: string, precision: string): Partial<AddressResult> => ({
  ...{ id, precision, fullAddress: `12 Oak St, ${id}`, streetNumber: '12', street: 'Oak St' },
  ...{ city: 'New York', state: 'NY', cp: '10011', distance: null },
});

beforeEach(async () => {
  Object.assign(document, { fonts: new EventTarget() });
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data: found, error: null }));
  found = [];
  onUseTyped.mockClear();
  await startI18n();
  await loadMessages('company');
  render(
    <Providers queries={createQueryClient()}>
      <AddressPicker
        label="Address"
        value="12 Main St"
        onChoose={vi.fn()}
        onUseTyped={onUseTyped}
        centre={null}
      />
    </Providers>,
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const field = () => screen.getByRole('combobox', { name: 'Address' });
/** The list is positioned and shown by a transition that this environment does not run. */
const options = () => screen.getAllByRole('option', { hidden: true });
/** Mantine's marker that Escape is handled here and not by the surrounding dialog. */
const takesEscape = () => field().hasAttribute('data-mantine-stop-propagation');

it('leaves Escape to the dialog while no options are shown', () => {
  act(() => field().focus());
  expect(takesEscape()).toBe(false);
  fireEvent.change(field(), { target: { value: '12 Oak' } });
  expect(takesEscape()).toBe(true);
  fireEvent.change(field(), { target: { value: '12' } });
  expect(takesEscape()).toBe(false);
});

it('prevents the browser from clearing the field on Escape, which would remove the address', () => {
  const pressed = createEvent.keyDown(field(), { key: 'Escape' });
  fireEvent(field(), pressed);
  expect(pressed.defaultPrevented).toBe(true);
});

it('marks results whose street is a guess, and only those', async () => {
  found = [result('guessed', 'zip_estimate'), result('known', 'rooftop')];
  fireEvent.change(field(), { target: { value: '12 Oak' } });
  await screen.findAllByText('12 Oak St');
  const [guessed, known] = options();
  expect(guessed?.textContent).toContain('Not verified');
  expect(known?.textContent).not.toContain('Not verified');
});

it('keeps what was typed as the last option', async () => {
  found = [result('guessed', 'zip_estimate')];
  fireEvent.change(field(), { target: { value: '12 Oak Terrace' } });
  await screen.findByText('12 Oak St');
  const last = options().at(-1) as HTMLElement;
  expect(last.textContent).toContain('Use “12 Oak Terrace” as typed');
  fireEvent.click(last);
  expect(onUseTyped).toHaveBeenCalledWith('12 Oak Terrace');
});
