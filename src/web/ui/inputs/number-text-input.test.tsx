import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { MoneyInput } from './money-input.tsx';
import { NumberTextInput, type TypedNumber } from './number-text-input.tsx';

beforeEach(async () => {
  Object.assign(document, { fonts: new EventTarget() });
  await startI18n();
});
afterEach(cleanup);

let given: TypedNumber;

function Field() {
  const [value, setValue] = useState<TypedNumber>(350);
  given = value;
  return (
    <>
      <NumberTextInput label="Fee" decimals={2} value={value} onChange={setValue} />
      <button type="button" onClick={() => setValue(20)}>
        from outside
      </button>
    </>
  );
}

it.each([
  ['-5', -5, false],
  ['1e9', '1e9', true],
  ['12 or so', '12 or so', true],
  ['1,250.5', 1250.5, false],
  ['', null, false],
] as const)('%s stays as it is typed', async (text, number, isWrong) => {
  render(
    <Providers queries={createQueryClient()}>
      <Field />
    </Providers>,
  );
  const field = await screen.findByLabelText<HTMLInputElement>('Fee');
  expect(field.value).toBe('350.00');
  fireEvent.change(field, { target: { value: text } });
  expect(field.value).toBe(text);
  expect(given).toBe(number);
  expect(screen.queryByText('Fee must be a number') !== null).toBe(isWrong);
  fireEvent.click(screen.getByText('from outside'));
  expect(field.value).toBe('20.00');
});

it.each(['10.505', '10,5055', '-0.001'])(
  'says that %s has more decimals than cents, and passes it on as typed',
  async (text) => {
    render(
      <Providers queries={createQueryClient()}>
        <Field />
        <MoneyInput label="Amount" currency={1} value={text} readOnly />
      </Providers>,
    );
    const field = await screen.findByLabelText<HTMLInputElement>('Fee');
    expect(screen.getAllByText('Enter at most two decimals')).toHaveLength(1);
    fireEvent.change(field, { target: { value: text } });
    expect(screen.getAllByText('Enter at most two decimals')).toHaveLength(2);
    expect(given).toBe(text);
  },
);
