import { TextInput, type TextInputProps } from '@mantine/core';
import { type ChangeEvent, useLayoutEffect, useRef, useState } from 'react';
import { caretAfter, maskPhone, numberText, phoneDigits, zipDigits } from './digits.ts';

/** Works with `form.getInputProps(…)`: `onChange` is given the digits, not the event. */
export interface DigitsProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> {
  value?: string | null;
  defaultValue?: string | null;
  onChange?: (digits: string) => void;
}

interface Mask {
  show: (digits: string) => string;
  take: (text: string, isTyped: boolean) => string;
}

const phone: Mask = { show: maskPhone, take: phoneDigits };
const zip: Mask = { show: (digits) => digits, take: zipDigits };
const whole: Mask = { show: (digits) => digits, take: (text) => numberText(text, false) };
const decimal: Mask = { show: (digits) => digits, take: (text) => numberText(text, true) };

/** A phone with the mask (999) 999-9999; gives and takes ten digits. */
export function PhoneInput(props: DigitsProps) {
  return (
    <Masked mask={phone} type="tel" autoComplete="tel-national" placeholder="(___) ___-____" {...props} />
  );
}

/** A US zip code of five digits. */
export function ZipInput(props: DigitsProps) {
  return <Masked mask={zip} autoComplete="postal-code" maxLength={10} {...props} />;
}

/** Digits only (Year Built). */
export function WholeInput(props: DigitsProps) {
  return <Masked mask={whole} {...props} />;
}

/** Digits and one dot (Square Feet). */
export function DecimalInput(props: DigitsProps) {
  return <Masked mask={decimal} inputMode="decimal" {...props} />;
}

function Masked({ mask, value, defaultValue, onChange, ...rest }: DigitsProps & { mask: Mask }) {
  const [own, setOwn] = useState(mask.take(value ?? defaultValue ?? '', false));
  const digits = value === undefined ? own : mask.take(value ?? '', false);
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);

  useLayoutEffect(() => {
    if (caret.current === null || document.activeElement !== input.current) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  function change(event: ChangeEvent<HTMLInputElement>) {
    const field = event.currentTarget;
    const native = event.nativeEvent as InputEvent;
    // Filling in by the browser has no input type, or says that it replaces.
    const isTyped = native.inputType === 'insertText' || native.inputType?.startsWith('delete') === true;
    const before = field.value
      .slice(0, field.selectionStart ?? field.value.length)
      .replaceAll(/\D/g, '').length;
    const next = mask.take(field.value, isTyped);
    caret.current = caretAfter(mask.show(next), Math.min(before, next.length));
    setOwn(next);
    onChange?.(next);
  }

  return <TextInput ref={input} inputMode="numeric" {...rest} value={mask.show(digits)} onChange={change} />;
}
