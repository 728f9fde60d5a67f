import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { startTexts } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { Dialog } from './dialog.tsx';

beforeEach(async () => {
  Object.assign(document, { fonts: new EventTarget() });
  await startTexts();
});
afterEach(cleanup);

function Form() {
  const [isOpen, setOpen] = useState(true);
  const [typed, type] = useState('');
  return (
    <Dialog opened={isOpen} onClose={() => setOpen(false)} title={`Form ${typed}`}>
      <input aria-label="Note" onChange={(event) => type(event.target.value)} />
    </Dialog>
  );
}

function Question() {
  const [isOpen, setOpen] = useState(true);
  if (!isOpen) return null;
  return (
    // As between two listeners of a key that was really pressed: what the first one changed is drawn already.
    <Dialog opened onClose={() => flushSync(() => setOpen(false))} title="Question">
      <p>sure?</p>
    </Dialog>
  );
}

const pressEscape = () => fireEvent.keyDown(document.body, { key: 'Escape' });

it('one Escape closes the topmost dialog alone, the next one the other', async () => {
  render(
    <Providers queries={createQueryClient()}>
      <Form />
      <Question />
    </Providers>,
  );
  expect(await screen.findByText('sure?')).toBeTruthy();
  // Drawn anew, it may listen after the question does.
  fireEvent.change(screen.getByLabelText('Note'), { target: { value: 'kept' } });
  pressEscape();
  await waitFor(() => expect(screen.queryByText('sure?')).toBeNull());
  expect(screen.getByText('Form kept')).toBeTruthy();
  // The one that left is forgotten after its key.
  await new Promise((done) => setTimeout(done));
  pressEscape();
  await waitFor(() => expect(screen.queryByText('Form kept')).toBeNull());
});
