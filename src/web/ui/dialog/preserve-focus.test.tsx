import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterAll, afterEach, expect, it } from 'vitest';
import { preserveFocus } from './preserve-focus.ts';

const end = preserveFocus();
afterEach(cleanup);
afterAll(end);

/** A list of rows with two controls each; tests set the rows. */
let setRows: (rows: string[]) => void = () => undefined;
let setBlocked: (isBlocked: boolean) => void = () => undefined;

function Page() {
  const [rows, changeRows] = useState(['a', 'b', 'c']);
  const [isBlocked, block] = useState(false);
  setRows = changeRows;
  setBlocked = block;
  return (
    <>
      <h1>Page</h1>
      <section>
        <h2>List</h2>
        {rows.map((row) => (
          <div key={row} data-row>
            <button type="button">open {row}</button>
            <button type="button" disabled={isBlocked}>
              delete {row}
            </button>
          </div>
        ))}
      </section>
      <p>elsewhere</p>
    </>
  );
}

const focused = () =>
  document.activeElement === document.body ? 'nothing' : document.activeElement?.textContent;
const focusOn = (name: string) => screen.getByRole('button', { name }).focus();

it('moves the focus to the same control of the next row, else of the previous one, else to the heading', async () => {
  render(<Page />);
  focusOn('delete b');
  setRows(['a', 'c']);
  await waitFor(() => expect(focused()).toBe('delete c'));
  setRows(['a']);
  await waitFor(() => expect(focused()).toBe('delete a'));
  setRows([]);
  await waitFor(() => expect(focused()).toBe('List'));
});

it('returns the focus to a control that was disabled during a request', async () => {
  render(<Page />);
  focusOn('delete a');
  setBlocked(true);
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'delete a' })).toHaveProperty('disabled', true),
  );
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  setBlocked(false);
  await waitFor(() => expect(focused()).toBe('delete a'));
});

it('does not move the focus back if the user left the row', async () => {
  render(<Page />);
  focusOn('delete a');
  fireEvent.pointerDown(screen.getByText('elsewhere'));
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  setRows(['b', 'c']);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'delete a' })).toBeNull());
  await new Promise((done) => setTimeout(done, 20));
  expect(document.activeElement).toBe(document.body);
});

/** A page of sections, each with a list; empty sections are not rendered. */
let setFiles: (files: string[]) => void = () => undefined;

function Sections({ first = true, last = true }: { first?: boolean; last?: boolean }) {
  const [files, change] = useState(['plan']);
  setFiles = change;
  return (
    <main>
      <h1>Page</h1>
      <div>
        {first && (
          <section>
            <h2>People</h2>
          </section>
        )}
        {files.length > 0 && (
          <section>
            <h2>Files</h2>
            <ul>
              {files.map((file) => (
                <li key={file}>
                  <button type="button">delete {file}</button>
                </li>
              ))}
            </ul>
          </section>
        )}
        {last && (
          <section>
            <p>
              Without a heading, but <span>with more in it</span>
            </p>
            <h3>Notes</h3>
          </section>
        )}
      </div>
    </main>
  );
}

it.each([
  ['to the section that moved up', {}, 'Notes'],
  ['to the one before when it was the last', { last: false }, 'People'],
  ['to the heading of the page when it was the only one', { first: false, last: false }, 'Page'],
])('moves the focus when a section is removed with its last row: %s', async (_, parts, heading) => {
  render(<Sections {...parts} />);
  focusOn('delete plan');
  setFiles([]);
  await waitFor(() => expect(focused()).toBe(heading));
  fireEvent.blur(document.activeElement as Element);
});

it('does not move the focus after leaving the page', async () => {
  render(<Sections />);
  focusOn('delete plan');
  window.history.pushState(null, '', '/elsewhere');
  setFiles([]);
  await waitFor(() => expect(screen.queryByText('Files')).toBeNull());
  await new Promise((done) => setTimeout(done, 20));
  expect(document.activeElement).toBe(document.body);
  window.history.back();
});

it('leaves the focus to the new tab after switching tabs', async () => {
  function Tabs() {
    const [rows, change] = useState(['first']);
    setFiles = change;
    return (
      <main>
        <h1>Page</h1>
        <div role="tabpanel" hidden={rows.length === 0}>
          {rows.length > 0 && (
            <section>
              <h2>Times</h2>
              <ul>
                {rows.map((row) => (
                  <li key={row}>
                    <button type="button">choose {row}</button>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
      </main>
    );
  }
  render(<Tabs />);
  focusOn('choose first');
  setFiles([]);
  await waitFor(() => expect(screen.queryByText('Times')).toBeNull());
  await new Promise((done) => setTimeout(done, 20));
  expect(document.activeElement).toBe(document.body);
});
