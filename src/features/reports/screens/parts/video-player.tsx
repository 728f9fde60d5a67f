/** The player stands where the button was that began it: who presses keys goes on there. */
const takesFocus = (player: HTMLVideoElement | null) => player?.focus();

/** Plays a video where it stands. Nothing of it is fetched before it is wanted; `begins` where it was just asked for. */
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
    // biome-ignore lint/a11y/useMediaCaption: what an inspector says in the field has no subtitles; the caption stands below
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
