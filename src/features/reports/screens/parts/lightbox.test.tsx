import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Lightbox, type LightboxMedia } from './lightbox.tsx';

const photo = (id: string): LightboxMedia => ({
  id,
  src: `/large/${id}`,
  preview: `/medium/${id}`,
  caption: `Caption ${id}`,
  place: '1.1.1 Loose shingles',
  width: 1600,
  height: 1200,
});
const media = [photo('a'), { ...photo('b'), film: '/film/b' }, photo('c')];
const closed = vi.fn();

beforeEach(async () => {
  // The dialog element of the test environment has no modal state.
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
  await startI18n();
  await loadMessages('reports');
});
afterEach(() => {
  cleanup();
  closed.mockClear();
});

function Shown() {
  const [at, setAt] = useState(0);
  return <Lightbox media={media} at={at} onMove={setAt} onClose={closed} />;
}

const picture = () => screen.getByRole('img', { name: /Caption/ });
const dialog = () => screen.getByRole('dialog', { name: 'Photos' });
const frame = () => picture().parentElement?.parentElement as HTMLElement;
const zoom = () => /scale\(([\d.]+)\)/.exec(picture().parentElement?.style.transform ?? '')?.[1];
const swipe = (from: number, to: number) => {
  const finger = { pointerId: 1, pointerType: 'touch', clientY: 300 };
  fireEvent.pointerDown(frame(), { ...finger, clientX: from });
  fireEvent.pointerMove(frame(), { ...finger, clientX: to });
  fireEvent.pointerUp(frame(), { ...finger, clientX: to });
};

test('moves with the arrow keys, says which of how many it shows, and what it belongs to', () => {
  render(<Shown />);
  expect(screen.getByText('1 of 3', { exact: false })).toBeTruthy();
  expect(screen.getByText('Caption a')).toBeTruthy();
  expect(screen.getByText('1.1.1 Loose shingles')).toBeTruthy();
  fireEvent.keyDown(dialog(), { key: 'ArrowLeft' });
  expect(screen.getByText('1 of 3', { exact: false })).toBeTruthy();
  fireEvent.keyDown(dialog(), { key: 'End' });
  expect(screen.getByText('3 of 3', { exact: false })).toBeTruthy();
});

test('swipes to the next and the previous one, and plays videos in between', () => {
  render(<Shown />);
  swipe(300, 100);
  expect(document.querySelector('video')?.getAttribute('src')).toBe('/film/b');
  fireEvent.keyDown(dialog(), { key: 'ArrowRight' });
  swipe(100, 300);
  expect(document.querySelector('video')).not.toBeNull();
  // The keys of the video's own controls do not turn the page.
  fireEvent.keyDown(document.querySelector('video') as HTMLVideoElement, { key: 'ArrowRight' });
  expect(screen.getByText('2 of 3', { exact: false })).toBeTruthy();
});

test('zooms by double tap and by two fingers; a zoomed picture is moved instead of swiped', () => {
  render(<Shown />);
  vi.spyOn(frame(), 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 400, 600));
  fireEvent.doubleClick(frame(), { clientX: 200, clientY: 300 });
  expect(zoom()).toBe('2.5');
  swipe(300, 100);
  expect(screen.getByText('1 of 3', { exact: false })).toBeTruthy();
  fireEvent.doubleClick(frame(), { clientX: 200, clientY: 300 });
  expect(zoom()).toBe('1');
  const finger = (pointerId: number, clientX: number) => ({
    pointerId,
    pointerType: 'touch',
    clientX,
    clientY: 300,
  });
  fireEvent.pointerDown(frame(), finger(1, 150));
  fireEvent.pointerDown(frame(), finger(2, 250));
  fireEvent.pointerMove(frame(), finger(2, 350));
  expect(Number(zoom())).toBeCloseTo(2);
});

test('the next one is shown whole again', () => {
  render(<Shown />);
  fireEvent.keyDown(dialog(), { key: '+' });
  expect(zoom()).toBe('1.5');
  fireEvent.keyDown(dialog(), { key: 'End' });
  expect(zoom()).toBe('1');
});
