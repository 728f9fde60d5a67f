import { useEffect } from 'react';
import { useNavigateTo } from '#web/navigation/navigation.tsx';
import { PageSkeleton } from '#web/ui/feedback/states.tsx';

/** Redirects /appointments/{id} to the appointment's details. */
export function AppointmentRedirect({ id }: { id: string }) {
  const go = useNavigateTo();
  useEffect(() => {
    go(`/appointments/details/${id}`, { replace: true });
  }, [id]);
  return <PageSkeleton />;
}
