import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { Dialog } from './dialog.tsx';

beforeEach(async () => {
  Object.assign(document, { fonts: new EventTarget() });
  await startI18n();
});
afterEach(cleanup);

/** The confirmation is mounted from the start, as in the app: it opens last and receives every key first. */
function Page() {
  const [isAsked, ask] = useState(false);
  const [isOpen, setOpen] = useState(true);
  // For a real key press a browser renders between two listeners; for a synthetic one only at the end.
  const answer = () => flushSync(() => ask(false));
  return (
    <>
      <Dialog opened={isAsked} onClose={answer} title="Question">
        <p>sure?</p>
      </Dialog>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title="Form">
        <input aria-label="Note" />
        <button type="button" onClick={() => ask(true)}>
          Ask
        </button>
      </Dialog>
    </>
  );
}

const pressEscape = () =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));

// The same with real keys and the confirmation of a real form: e2e/input-preservation.spec.ts.
it('closes only the topmost dialog on Escape, and the other on the next one', async () => {
  render(
    <Providers queries={createQueryClient()}>
      <Page />
    </Providers>,
  );
  fireEvent.change(await screen.findByLabelText('Note'), { target: { value: 'kept' } });
  fireEvent.click(screen.getByText('Ask'));
  expect(await screen.findByText('sure?')).toBeTruthy();
  pressEscape();
  await waitFor(() => expect(screen.queryByText('sure?')).toBeNull());
  expect(screen.getByLabelText('Note')).toHaveProperty('value', 'kept');
  // The closed one is removed after its key event.
  await new Promise((done) => setTimeout(done));
  pressEscape();
  await waitFor(() => expect(screen.queryByText('Form')).toBeNull());
});

/** A menu whose entry opens a dialog that shows only after the menu is gone, as one whose code loads slowly. */
function MenuPage() {
  const [step, setStep] = useState<'menu' | 'loading' | 'dialog' | 'closed'>('menu');
  return (
    <>
      <button type="button" id="menu-button">
        Actions
      </button>
      {step === 'menu' && (
        <div role="menu" aria-labelledby="menu-button">
          <button type="button" role="menuitem" onClick={() => setStep('loading')}>
            Entry
          </button>
        </div>
      )}
      <button type="button" onClick={() => setStep('dialog')}>
        Loaded
      </button>
      {(step === 'dialog' || step === 'closed') && (
        <Dialog opened={step === 'dialog'} onClose={() => setStep('closed')} title="Slow">
          <p>here</p>
        </Dialog>
      )}
    </>
  );
}

it('returns the focus to the button of a menu that closed before the dialog was loaded', async () => {
  render(
    <Providers queries={createQueryClient()}>
      <MenuPage />
    </Providers>,
  );
  const entry = await screen.findByText('Entry');
  entry.focus();
  fireEvent.click(entry);
  expect(document.activeElement).toBe(document.body);
  fireEvent.click(screen.getByText('Loaded'));
  expect(await screen.findByText('here')).toBeTruthy();
  pressEscape();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText('Actions')));
});
