import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { renderInEditor } from '../writing/editor-for-tests.tsx';
import { NameField } from '../writing/name-field.tsx';

beforeEach(async () => {
  Object.assign(document, { fonts: new EventTarget() });
  await startI18n();
  await loadMessages('reports');
});
afterEach(cleanup);

test('a name is changed in its place; Escape and an empty name change nothing', async () => {
  const onName = vi.fn();
  renderInEditor(() => <NameField name="Roof" label="Section name" onName={onName} />);
  const rename = async (to: string, key: string) => {
    fireEvent.click(screen.getByRole('button', { name: 'Roof' }));
    const field = await screen.findByLabelText('Section name');
    expect(document.activeElement).toBe(field);
    fireEvent.change(field, { target: { value: to } });
    fireEvent.keyDown(field, { key });
    await screen.findByRole('button', { name: 'Roof' });
    return onName.mock.calls;
  };
  expect(await rename('Nothing', 'Escape')).toEqual([]);
  expect(await rename('  ', 'Enter')).toEqual([]);
  expect(await rename(' Roofing ', 'Enter')).toEqual([['Roofing']]);
});
