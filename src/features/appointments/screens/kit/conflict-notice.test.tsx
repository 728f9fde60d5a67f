import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { conflictsFromError, type TimeConflict } from '../draft/conflicts.ts';
import { defaults, ids } from '../draft/draft-for-tests.ts';
import { ConflictNotice } from './conflict-notice.tsx';

beforeEach(async () => {
  Object.assign(document, { fonts: new EventTarget() });
  await startI18n();
  await loadMessages('appointments');
});
afterEach(cleanup);

const taken = {
  technician_id: ids.dana,
  kind: 'appointment',
  title: '',
  start: '2030-03-08T14:00:00.000Z',
  end: '2030-03-08T17:45:00.000Z',
} as unknown as TimeConflict;

function show(conflicts: readonly TimeConflict[], mayOverrule = false, message?: string) {
  return render(
    <Providers queries={createQueryClient()}>
      <ConflictNotice
        conflicts={conflicts}
        {...(message ? { message } : {})}
        technicians={defaults.inspectorOptions}
        timezone="America/New_York"
        mayOverrule={mayOverrule}
        onScheduleAnyway={vi.fn()}
      />
    </Providers>,
  );
}

it("shows who is taken and when, in the company's time zone", () => {
  const { container } = show([taken]);
  expect(container.textContent).toContain('Dana Example');
  expect(container.textContent).toContain('9:00 AM – 12:45 PM');
  expect(screen.queryByRole('button')).toBeNull();
});

it('handles an error without conflicts or with an unknown technician', () => {
  for (const details of [undefined, null, {}, { conflicts: 'x' }, { conflicts: [null, {}, 7] }]) {
    expect(conflictsFromError({ details } as never)).toEqual([]);
  }
  show([], true, 'This time slot is no longer available');
  expect(screen.getByText('This time slot is no longer available')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Schedule anyway' })).toBeTruthy();
  cleanup();
  show([{ ...taken, technician_id: ids.client }]);
  expect(screen.getByText(/9:00/)).toBeTruthy();
});

it('takes the focus only if it was lost', () => {
  const { unmount } = show([taken], true);
  expect(document.activeElement).not.toBe(document.body);
  expect(document.activeElement?.textContent).toContain('9:00 AM – 12:45 PM');
  unmount();
  const field = document.body.appendChild(document.createElement('input'));
  field.focus();
  show([taken], true);
  expect(document.activeElement).toBe(field);
  field.remove();
});
