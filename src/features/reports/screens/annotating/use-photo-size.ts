import { useEffect, useState } from 'react';
import type { Size } from '#domain/reports/photos/photo-shapes.ts';

/** The size of a picture once it is loaded, upright; null if this device cannot show it. */
export function usePhotoSize(src: string | null): Size | null | undefined {
  const [found, setFound] = useState<{ src: string; size: Size | null }>();
  useEffect(() => {
    if (!src) return;
    const image = new Image();
    image.onload = () => setFound({ src, size: { width: image.naturalWidth, height: image.naturalHeight } });
    image.onerror = () => setFound({ src, size: null });
    image.src = src;
    return () => {
      image.onload = null;
      image.onerror = null;
    };
  }, [src]);
  // While the address changes from the device to the server, the photo stays.
  return found?.size ?? (found && found.src === src ? null : undefined);
}
