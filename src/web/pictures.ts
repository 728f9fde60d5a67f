import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Route, RouteInput } from '#wire/route.ts';
import { routeKey } from '#wire/route.ts';
import { fetchFile } from './client/client.ts';

/** The state of a picture behind the login: its address for an `<img>` once it is loaded. */
export interface Picture {
  url: string | null;
  status: 'none' | 'loading' | 'loaded' | 'failed';
}

/**
 * Loads a picture that only signed-in users may see. An `<img src>` sends no access token, so the file is fetched and
 * shown from memory. `null` as input loads nothing.
 */
export function usePicture<R extends Route>(route: R, input: RouteInput<R> | null): Picture {
  const query = useQuery({
    queryKey: [['pictures'], routeKey(route), input],
    queryFn: async ({ signal }) => (await fetchFile(route, input as RouteInput<R>, { signal })).blob,
    enabled: input !== null,
    staleTime: 600_000,
    refetchOnWindowFocus: false,
    retry: 1,
  });
  const url = useObjectUrl(input === null ? undefined : query.data);
  if (input === null) return { url: null, status: 'none' };
  if (query.isError) return { url: null, status: 'failed' };
  return url ? { url, status: 'loaded' } : { url: null, status: 'loading' };
}

const storedFile = { kind: 'action', method: 'GET', path: '/v2/files/{id}' } as unknown as Route<
  'action',
  { _zod: { input: { id: string }; output: { id: string } } }
>;

/** Returns a stored picture for an address in a record (`/api/v2/files/…`); other addresses are returned unchanged. */
export function useStoredPicture(address: string | null | undefined): string | null {
  const id = /^\/api\/v2\/files\/([\w-]+)$/.exec(address ?? '')?.[1];
  const { url } = usePicture(storedFile, id ? { id } : null);
  return id ? url : (address ?? null);
}

/**
 * Returns an object URL for a file the user has just chosen or that was fetched; revoked when it is no longer shown.
 */
export function useObjectUrl(blob: Blob | null | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!blob) {
      setUrl(null);
      return;
    }
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}
