import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PersonOption } from '../contract.ts';
import { PersonPicker } from './person-picker.tsx';
import {
  pageOfRows,
  renderScreen,
  type SentRequest,
  startMockApi,
  subscriberId,
} from './screens-for-tests.tsx';

const person = (number: number, last: string) => ({
  id: `00000000-0000-7000-8000-0000000001${String(number).padStart(2, '0')}`,
  first_name: 'Ann',
  last_name: last,
  email: `ann.${last.toLowerCase()}@example.com`,
  phone: '5125550199',
  company_name: '',
  profile_pic: null,
  status: 1,
});
const all = Array.from({ length: 20 }, (_, i) => person(i, `Archer${i}`));

let sent: SentRequest[];
beforeEach(async () => {
  sent = await startMockApi(({ query }) => {
    const text = query.get('text');
    if (text) return pageOfRows(text === 'nobody' ? [] : [person(42, 'Zoeller')]);
    return query.get('cursor')
      ? pageOfRows(all.slice(15), null, 20)
      : pageOfRows(all.slice(0, 15), 'more', 20);
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function Picker(props: Partial<Parameters<typeof PersonPicker>[0]>) {
  const [value, setValue] = useState<PersonOption[]>([]);
  return <PersonPicker type="clients" value={value} onChange={setValue} {...props} />;
}

const field = () => screen.findByRole<HTMLInputElement>('combobox');
// The dropdown is positioned by measurements that jsdom does not provide, so it counts as hidden.
const unplaced = { hidden: true } as const;
const options = () => screen.findAllByRole('option', unplaced);

describe('the person picker', () => {
  it('sends no request until it is opened, then fetches fifteen active people with name and address', async () => {
    renderScreen(<Picker />);
    const input = await field();
    expect(sent).toHaveLength(0);
    fireEvent.focus(input);
    expect((await options())[0]?.textContent).toContain('Ann Archer0');
    expect((await options())[0]?.textContent).toContain('ann.archer0@example.com');
    expect(Object.fromEntries(sent[0]?.query ?? [])).toEqual({ subscriberId, perPage: '15', status: '1' });
  });

  it('fetches four at a time in an embed', async () => {
    renderScreen(<Picker isEmbedded />);
    fireEvent.focus(await field());
    await options();
    expect(sent[0]?.query.get('perPage')).toBe('4');
  });

  it('searches once, 350 ms after the last keystroke, and Enter selects the first result', async () => {
    renderScreen(<Picker />);
    const input = await field();
    fireEvent.focus(input);
    await options();
    for (const typed of ['z', 'zo', 'zoe']) fireEvent.change(input, { target: { value: typed } });
    expect(sent).toHaveLength(1);
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.query.get('text')).toBe('zoe');
    await screen.findByText('Ann Zoeller');
    await waitFor(() => expect(document.querySelector('[data-combobox-selected]')).toBeTruthy());
    fireEvent.keyDown(input, { key: 'Enter', code: 'Enter' });
    expect(await screen.findByRole('button', { name: 'Remove Ann Zoeller' })).toBeTruthy();
    expect(input.value).toBe('');
  });

  it('fetches the next page by cursor when keyboard selection nears the end', async () => {
    renderScreen(<Picker />);
    const input = await field();
    fireEvent.focus(input);
    await options();
    for (let i = 0; i < 15; i++) fireEvent.keyDown(input, { key: 'ArrowDown', code: 'ArrowDown' });
    await waitFor(() => expect(sent.some((one) => one.query.get('cursor') === 'more')).toBe(true));
    expect(await screen.findByText('Ann Archer19')).toBeTruthy();
  });

  it('opens the form with the typed text when nothing is found', async () => {
    renderScreen(<Picker />);
    const input = await field();
    fireEvent.focus(input);
    fireEvent.change(input, { target: { value: 'nobody' } });
    await screen.findByText('Nothing found');
    fireEvent.click(await screen.findByRole('option', { name: 'Add “nobody”', ...unplaced }));
    expect(await screen.findByRole('dialog', { name: 'New Client' })).toBeTruthy();
    expect((await screen.findByLabelText<HTMLInputElement>(/^First name/)).value).toBe('nobody');
  });

  it('is marked invalid and described by its error message', async () => {
    renderScreen(<Picker error="Please select at least one client" />);
    const input = await field();
    expect(input.getAttribute('aria-invalid')).toBe('true');
    const described = input.getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(described)?.textContent).toBe('Please select at least one client');
  });

  it('removes the last person with Backspace and discards text that was not selected', async () => {
    const one = person(1, 'Archer1');
    const onChange = vi.fn();
    renderScreen(<Picker value={[one]} onChange={onChange} />);
    const input = await field();
    fireEvent.keyDown(input, { key: 'Backspace' });
    expect(onChange).toHaveBeenCalledWith([]);
    fireEvent.change(input, { target: { value: 'Ann' } });
    fireEvent.blur(input);
    expect(input.value).toBe('');
  });
});
