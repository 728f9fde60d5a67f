import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { TechnicianChips } from './toolbar.tsx';

test('two technicians with the same name stay two, distinguished by their email', async () => {
  await startI18n();
  await loadMessages('calendar');
  const person = (id: string, first_name: string, email: string) => ({
    id,
    first_name,
    last_name: 'Lee',
    email,
    color: '#1d4ed8',
  });
  const technicians = [
    person('1', 'Ann', 'ann@x.example'),
    person('2', 'Ann', 'ann.lee@x.example'),
    person('3', 'Bo', 'bo@x.example'),
  ];
  const onChange = vi.fn();
  render(<TechnicianChips technicians={technicians} chosen={[]} onChange={onChange} />);
  const names = screen.getAllByRole('button').map((one) => one.textContent);
  expect(names.slice(1)).toEqual(['Ann Lee (ann@x.example)', 'Ann Lee (ann.lee@x.example)', 'Bo Lee']);
  fireEvent.click(screen.getByRole('button', { name: 'Ann Lee (ann.lee@x.example)' }));
  expect(onChange).toHaveBeenCalledWith(['2']);
});
