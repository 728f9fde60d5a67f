import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Route, RouteInput } from '#wire/route.ts';
import { routeKey } from '#wire/route.ts';
import { fetchFile } from './client.ts';

/** Where a picture behind the login stands: its address for an `<img>` once it is here. */
export interface Picture {
  url: string | null;
  status: 'none' | 'loading' | 'loaded' | 'failed';
}

/**
 * A picture that only signed-in people may see. An `<img src>` carries no access token, so the file is fetched and
 * shown from memory. `null` as input asks for nothing.
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

/** A stored picture by the address that records carry (`/api/v2/files/…`); other addresses are given back as they are. */
export function useStoredPicture(address: string | null | undefined): string | null {
  const id = /^\/api\/v2\/files\/([\w-]+)$/.exec(address ?? '')?.[1];
  const { url } = usePicture(storedFile, id ? { id } : null);
  return id ? url : (address ?? null);
}

/** An address in memory for a file the person has just chosen, or for one that was fetched; given back when it is no longer shown. */
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
