import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { RowMenu, RowMenuButton, useRowMenu } from './row-menu.tsx';

beforeEach(async () => {
  Object.assign(document, { fonts: new EventTarget() });
  await startI18n();
});
afterEach(cleanup);

let drawAnew: () => void = () => undefined;
let setNames: (names: string[]) => void = () => undefined;

function List() {
  const menu = useRowMenu(() => [{ label: 'Edit' }]);
  return (
    <>
      <Rows onOpen={(name, button) => menu.open(name, name, button)} />
      <RowMenu of={menu} />
    </>
  );
}

/** Re-rendered without rendering the menu again, as a list does after dragging was loaded. */
function Rows({ onOpen }: { onOpen: (name: string, button: HTMLElement) => void }) {
  const [round, setRound] = useState(0);
  const [names, changeNames] = useState(['Ada', 'Ben']);
  drawAnew = () => setRound(round + 1);
  setNames = changeNames;
  return (
    <ul key={round}>
      {names.map((name) => (
        <li key={name}>
          <RowMenuButton name={name} onOpen={(button) => onOpen(name, button)} />
        </li>
      ))}
    </ul>
  );
}

const button = () => screen.getByRole('button', { name: 'Actions for Ben' });
// Without a layout the menu assumes that its button is out of sight.
const findMenu = () => screen.queryByRole('menu', { hidden: true });

async function openMenu(): Promise<void> {
  render(
    <Providers queries={createQueryClient()}>
      <main>
        <List />
      </main>
    </Providers>,
  );
  fireEvent.click(button());
  await waitFor(() => expect(findMenu()).toBeTruthy());
}

it('stays open while the page scrolls, and inside the main part of the page', async () => {
  await openMenu();
  fireEvent.scroll(window);
  await new Promise((done) => setTimeout(done, 50));
  expect(findMenu()?.closest('main')).toBeTruthy();
});

it('stays open when the list is re-rendered, and returns the focus to the new button', async () => {
  await openMenu();
  const former = button();
  drawAnew();
  await waitFor(() => expect(button()).not.toBe(former));
  await new Promise((done) => setTimeout(done, 50));
  expect(findMenu()).toBeTruthy();
  fireEvent.click(button());
  await waitFor(() => expect(findMenu()).toBeNull());
});

it('closes when another user removed the row', async () => {
  await openMenu();
  setNames(['Ada']);
  await waitFor(() => expect(findMenu()).toBeNull());
});
