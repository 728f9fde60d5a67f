import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { SaveBarPage, useSaveable } from './save-bar-page.tsx';

let saved: string[];
beforeEach(async () => {
  saved = [];
  Object.assign(document, { fonts: new EventTarget() });
  await startI18n();
});
afterEach(cleanup);

/** A card with one field that saves after a moment; "bad" is refused. */
function Card({ name }: { name: string }) {
  const [text, setText] = useState('');
  const [error, setError] = useState('');
  useSaveable({
    isDirty: text !== '',
    pending: false,
    save: async () => {
      await new Promise((done) => setTimeout(done, 5));
      setError(text === 'bad' ? `${name} was refused` : '');
      if (text === 'bad') return;
      saved.push(`${name} ${text}`);
      setText('');
    },
    discard: () => setText(''),
    others: () => (error === '' ? [] : [error]),
  });
  return (
    <input
      aria-label={name}
      aria-invalid={error !== ''}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
}

const show = () =>
  render(
    <Providers queries={createQueryClient()}>
      <SaveBarPage>
        <Card name="First" />
        <Card name="Second" />
        <form>
          <input aria-label="Password" />
          <button type="submit">Change</button>
        </form>
      </SaveBarPage>
    </Providers>,
  );
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });

it('shows the bar only while a card is dirty, and saves exactly the dirty ones', async () => {
  show();
  expect(screen.queryByText('Save')).toBeNull();
  type('Second', 'two');
  fireEvent.click(screen.getByText('Save'));
  await waitFor(() => expect(screen.queryByText('Save')).toBeNull());
  expect(saved).toEqual(['Second two']);
});

it('keeps the input of a refused card, saves the others and goes to the refused field', async () => {
  show();
  type('First', 'bad');
  type('Second', 'two');
  fireEvent.click(screen.getByText('Save'));
  expect(await screen.findByText('First was refused')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(field('First')));
  expect([field('First').value, field('Second').value]).toEqual(['bad', '']);
  expect(saved).toEqual(['Second two']);
});

it('resets all cards on Discard', () => {
  show();
  type('First', 'one');
  type('Second', 'two');
  fireEvent.click(screen.getByText('Discard'));
  expect([field('First').value, field('Second').value]).toEqual(['', '']);
  expect(screen.queryByText('Save')).toBeNull();
});

it('saves on Enter in a field, but not in one of a form with its own button', async () => {
  show();
  type('First', 'one');
  fireEvent.keyDown(field('Password'), { key: 'Enter' });
  expect(saved).toEqual([]);
  fireEvent.keyDown(field('First'), { key: 'Enter' });
  await waitFor(() => expect(saved).toEqual(['First one']));
});
