import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { PropertyPreview } from './property-preview.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('R-MSG-012, R-CONST-027, R-CONST-028: asks for a place, then for a map of 350 and a street view of 600 pixels', async () => {
  const sizes: (string | null)[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    sizes.push(new URL(url, 'http://localhost').searchParams.get('size'));
    return new Response('none', { status: 404 });
  });
  await startI18n();
  await loadMessages('appointments');
  const preview = (address: string, coordinates: { lat: number; lng: number } | null) => (
    <Providers queries={createQueryClient()}>
      <PropertyPreview address={address} coordinates={coordinates} precision={null} />
    </Providers>
  );
  const { unmount } = render(preview('', null));
  expect(await screen.findByText('Search a location')).toBeTruthy();
  expect(sizes).toEqual([]);
  unmount();
  render(preview('1 Elm St', { lat: 40, lng: -74 }));
  await waitFor(() => expect(sizes).toContain('350x350'));
  await act(async () => void fireEvent.click(screen.getByText('Street View')));
  await waitFor(() => expect(sizes).toContain('600x600'));
});
