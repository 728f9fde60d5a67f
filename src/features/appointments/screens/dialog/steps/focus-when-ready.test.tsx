import { afterEach, expect, it } from 'vitest';
import { focusWhenReady } from './focus-when-ready.ts';

afterEach(() => document.body.replaceChildren());

/** Resolves once the mutation observers have run. */
const observed = () => new Promise((resolve) => setTimeout(resolve));

function page() {
  const panel = document.body.appendChild(document.createElement('div'));
  const other = document.body.appendChild(document.createElement('button'));
  const field = document.createElement('input');
  let asked = 0;
  const take = () => {
    asked += 1;
    field.focus();
    return field.isConnected;
  };
  return { panel, other, field, take, asked: () => asked };
}

it('takes the focus at once if the field exists, and stops watching', async () => {
  const { panel, field, take, asked } = page();
  panel.append(field);
  focusWhenReady(panel, take);
  expect(document.activeElement).toBe(field);
  panel.append('more');
  await observed();
  expect(asked()).toBe(1);
});

it('takes the focus when a nested field appears later', async () => {
  const { panel, field, take } = page();
  focusWhenReady(panel, take);
  const inner = panel.appendChild(document.createElement('div'));
  await observed();
  expect(document.activeElement).toBe(document.body);
  inner.append(field);
  await observed();
  expect(document.activeElement).toBe(field);
});

it('leaves the focus alone if the user has moved it, and after it was stopped', async () => {
  const { panel, other, field, take } = page();
  focusWhenReady(panel, take);
  other.focus();
  panel.append(field);
  await observed();
  expect(document.activeElement).toBe(other);
  other.blur();
  field.remove();
  focusWhenReady(panel, take)();
  panel.append(field);
  await observed();
  expect(document.activeElement).toBe(document.body);
});
