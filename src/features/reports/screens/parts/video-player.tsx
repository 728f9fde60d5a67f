/** The player replaces the button that started it, so it takes over the keyboard focus. */
const takesFocus = (player: HTMLVideoElement | null) => player?.focus();

/** Plays a video inline. Loads nothing before it is played; `begins` starts it right away. */
export function VideoPlayer(props: {
  src: string;
  poster: string;
  width: number;
  height: number;
  label: string;
  begins?: boolean;
  className?: string | undefined;
}) {
  const { src, poster, width, height, label, begins = false, className } = props;
  return (
    // biome-ignore lint/a11y/useMediaCaption: field videos have no subtitles; the caption is shown below
    <video
      ref={begins ? takesFocus : undefined}
      tabIndex={0}
      className={className}
      src={src}
      poster={poster}
      width={width}
      height={height}
      aria-label={label}
      controls
      playsInline
      preload={begins ? 'auto' : 'none'}
      autoPlay={begins}
    />
  );
}
