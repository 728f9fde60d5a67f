import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useMovable } from './use-movable.tsx';

afterEach(cleanup);

function Page({ isNarrow }: { isNarrow: boolean }) {
  const note = useMovable(<input aria-label="Note" />);
  return (
    <>
      {note.content}
      {isNarrow ? <main>{note.place}</main> : <aside>{note.place}</aside>}
    </>
  );
}

it('moves input and focus along with the part', () => {
  const { rerender } = render(<Page isNarrow={false} />);
  const note = screen.getByLabelText<HTMLInputElement>('Note');
  note.focus();
  fireEvent.change(note, { target: { value: 'half a thought' } });
  expect(note.closest('aside')).toBeTruthy();
  rerender(<Page isNarrow />);
  expect(screen.getByLabelText('Note')).toBe(note);
  expect(note.closest('main')).toBeTruthy();
  expect(note.value).toBe('half a thought');
  expect(document.activeElement).toBe(note);
});
