import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createQueryClient } from '../../api.ts';
import { startI18n } from '../../i18n.ts';
import { Providers } from '../../providers.tsx';
import { ListTabs } from './list-tabs.tsx';

beforeEach(() => startI18n());
afterEach(() => {
  cleanup();
  for (const name of ['scrollWidth', 'clientWidth']) Reflect.deleteProperty(HTMLElement.prototype, name);
});

const names = ['one', 'two', 'three'] as const;

function Tabs() {
  const [active, setActive] = useState<(typeof names)[number]>('one');
  const tabs = names.map((id) => ({ id, label: id }));
  return <ListTabs label="tabs" tabs={tabs} active={active} onChange={setActive} panelId="panel" />;
}

function show(width: number) {
  const sizes = { scrollWidth: { value: 600 }, clientWidth: { value: width } };
  for (const [name, size] of Object.entries(sizes))
    Object.defineProperty(HTMLElement.prototype, name, { ...size, configurable: true });
  render(
    <Providers queries={createQueryClient()}>
      <Tabs />
    </Providers>,
  );
  return screen.getByRole('tablist');
}

it('shows at which side a row of tabs scrolls on', () => {
  const list = show(300);
  expect(list.dataset.more).toBe('end');
  list.scrollLeft = 120;
  fireEvent.scroll(list);
  expect(list.dataset.more).toBe('both');
  list.scrollLeft = 300;
  fireEvent.scroll(list);
  expect(list.dataset.more).toBe('start');
});

it('shows no fade when all tabs fit', () => {
  expect(show(600).dataset.more).toBeUndefined();
});

it('moves between tabs with the arrow keys, around the ends', () => {
  const list = show(600);
  fireEvent.keyDown(list, { key: 'ArrowLeft' });
  expect(document.activeElement?.textContent).toBe('three');
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('three');
  fireEvent.keyDown(list, { key: 'Home' });
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('one');
});
