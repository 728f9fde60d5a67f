import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { asZone } from '#domain/base/time.ts';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { SubEventForm } from './sub-event-form.tsx';

beforeEach(async () => {
  Object.assign(document, { fonts: new EventTarget() });
  await startI18n();
  await loadMessages('appointments');
});
afterEach(cleanup);

it('steps its times by 15 minutes', () => {
  const first = {
    name: 'Radon pick-up',
    inspector: null,
    start_date: '2090-03-08T09:00',
    end_date: '2090-03-08T10:00',
    description: '',
  };
  render(
    <Providers queries={createQueryClient()}>
      <SubEventForm
        first={first as never}
        zone={asZone('UTC')}
        technicians={[]}
        onCancel={() => undefined}
        onSave={() => undefined}
      />
    </Providers>,
  );
  const times = [
    screen.getByLabelText('Start time'),
    screen.getByLabelText('End time'),
  ] as HTMLInputElement[];
  expect(times.map((input) => input.value)).toEqual(['9:00 AM', '10:00 AM']);
  for (const input of times) fireEvent.keyDown(input, { key: 'ArrowUp' });
  expect(times.map((input) => input.value)).toEqual(['9:15 AM', '10:15 AM']);
});
