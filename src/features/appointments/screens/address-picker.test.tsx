import { act, cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { AddressPicker } from './address-picker.tsx';

beforeEach(async () => {
  Object.assign(document, { fonts: new EventTarget() });
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data: [], error: null }));
  await startI18n();
  await loadMessages('appointments');
  render(
    <Providers queries={createQueryClient()}>
      <AddressPicker label="Address" value="12 Main St" onChoose={vi.fn()} centre={null} />
    </Providers>,
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const field = () => screen.getByRole('combobox', { name: 'Address' });
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
