const longestWaitMs = 8000;
const longestSide = 1280;

interface Film {
  /** Duration in seconds; null if this browser cannot tell. */
  seconds: number | null;
  poster: Blob | null;
}

/**
 * Reads the length of a video and a picture from its first second. Returns neither if this browser cannot play it (HEVC
 * outside Safari); the video is uploaded anyway.
 */
export async function readVideoPreview(file: Blob): Promise<Film> {
  const url = URL.createObjectURL(file);
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.preload = 'auto';
  try {
    video.src = url;
    await eventOf(video, 'loadeddata');
    const seconds = Number.isFinite(video.duration) ? video.duration : null;
    if (seconds !== null && seconds > 0.2) {
      video.currentTime = Math.min(1, seconds / 2);
      await eventOf(video, 'seeked');
    }
    return { seconds, poster: await pictureOf(video) };
  } catch {
    return { seconds: null, poster: null };
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(url);
  }
}

function eventOf(video: HTMLVideoElement, event: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no ${event}`)), longestWaitMs);
    const settle = (how: () => void) => () => {
      clearTimeout(timer);
      how();
    };
    video.addEventListener(event, settle(resolve), { once: true });
    video.addEventListener(
      'error',
      settle(() => reject(new Error('not playable'))),
      { once: true },
    );
  });
}

function pictureOf(video: HTMLVideoElement): Promise<Blob | null> {
  const { videoWidth, videoHeight } = video;
  if (!videoWidth || !videoHeight) return Promise.resolve(null);
  const scale = Math.min(1, longestSide / Math.max(videoWidth, videoHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(videoWidth * scale));
  canvas.height = Math.max(1, Math.round(videoHeight * scale));
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.82));
}
