import type { ApiFailure } from '#web/client/api-failure.ts';
import { InvalidLinkPage, isInvalidLink } from '#web/shell/invalid-link.tsx';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import classes from '../parts/report.module.css';

/** While the report loads, or why it cannot be shown. */
export function ReportWaiting(props: { status: string; failure: ApiFailure | null; retry: () => void }) {
  const { failure } = props;
  if (isInvalidLink(failure)) return <InvalidLinkPage />;
  if (props.status === 'failed') return <ErrorState failure={failure} onRetry={props.retry} />;
  // As tall as the final page, so that the footer does not move.
  return (
    <div className={classes.waiting}>
      <LinesSkeleton lines={18} height={18} />
    </div>
  );
}
