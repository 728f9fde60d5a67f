import { TextInput, type TextInputProps } from '@mantine/core';
import { type ChangeEvent, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { hasNorthAmericanPhone } from '#domain/people/phone-format.ts';
import { sanitizeZipInput } from '#domain/people/zips.ts';
import { caretAfter, isTyping, maskPhone, sanitizePhoneInput } from './digits.ts';

/** Works with `form.getInputProps(…)`: `onChange` receives the digits, not the event. */
export interface DigitsProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> {
  value?: string | null;
  defaultValue?: string | null;
  onChange?: (digits: string) => void;
}

interface Mask {
  show: (digits: string) => string;
  take: (text: string, isTyped: boolean) => string;
  /** Characters that count for the position of the caret. */
  counts: RegExp;
}

const asIs = (text: string) => text;
const phone: Mask = { show: maskPhone, take: sanitizePhoneInput, counts: /[\dx+]/i };
// Numbers of other countries have no common format: as typed, and read on saving.
const foreignPhone: Mask = { show: asIs, take: (text) => text.slice(0, 40), counts: /./ };
const zips = new Map<string, Mask>();

/**
 * A phone number: with the mask (999) 999-9999 in the US and Canada, as typed elsewhere. The value is the stored form, or
 * what was pasted if that is not a number.
 */
export function PhoneInput({ country = 'US', ...props }: DigitsProps & { country?: string }) {
  const isMasked = hasNorthAmericanPhone(country);
  return (
    <Masked
      mask={isMasked ? phone : foreignPhone}
      type="tel"
      autoComplete={isMasked ? 'tel-national' : 'tel'}
      {...(isMasked ? { placeholder: '(___) ___-____' } : {})}
      {...props}
    />
  );
}

/** A postal code of a country: five digits in the US, of a pasted ZIP+4 the first five. */
export function ZipInput({ country = 'US', ...props }: DigitsProps & { country?: string }) {
  const mask = zipMask(country);
  const isNumeric = mask.take('A', false) === '';
  return (
    <Masked mask={mask} inputMode={isNumeric ? 'numeric' : 'text'} autoComplete="postal-code" {...props} />
  );
}

function zipMask(country: string): Mask {
  const known = zips.get(country);
  if (known) return known;
  const made: Mask = { show: asIs, take: (text) => sanitizeZipInput(text, country), counts: /[\dA-Z ]/i };
  zips.set(country, made);
  return made;
}

function Masked({ mask, value, defaultValue, onChange, ...rest }: DigitsProps & { mask: Mask }) {
  const [own, setOwn] = useState(mask.take(value ?? defaultValue ?? '', false));
  const digits = value === undefined ? own : mask.take(value ?? '', false);
  const shown = mask.show(digits);
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  const [, showAgain] = useReducer((times: number) => times + 1, 0);

  useLayoutEffect(() => {
    if (caret.current === null || document.activeElement !== input.current) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  function change(event: ChangeEvent<HTMLInputElement>) {
    const field = event.currentTarget;
    const head = field.value.slice(0, field.selectionStart ?? field.value.length);
    const before = [...head].filter((one) => mask.counts.test(one)).length;
    const next = mask.take(field.value, isTyping(shown, field.value));
    caret.current = caretAfter(mask.show(next), Math.min(before, next.length), mask.counts);
    setOwn(next);
    // Even if nothing typed was accepted, the caret has moved.
    showAgain();
    onChange?.(next);
  }

  return <TextInput ref={input} inputMode="numeric" {...rest} value={shown} onChange={change} />;
}
