import { Button } from '@mantine/core';
import { useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { useNavigateTo } from '#web/navigation/navigation.tsx';
import { IconMailCheck } from '#web/ui/layout/icons.ts';
import { verifyEmail } from '../contract.ts';
import { AuthHeading } from './auth-parts.tsx';
import { RoundIcon } from './round-icon.tsx';

/** Verifies the address by a button: mail scanners open links, and some run the scripts of the page. */
export function ConfirmEmail({ token }: { token: string }) {
  const t = useTranslation('auth');
  const go = useNavigateTo();
  const write = useWrite(verifyEmail, {
    // Replaced, so that the token does not stay in the history.
    onDone: ({ verified }) => go(`/auth/account-verified/${verified}`, { replace: true }),
  });
  return (
    <>
      <AuthHeading icon={<RoundIcon tone="info" icon={IconMailCheck} />} title={t('confirmTitle')}>
        {t('confirmHint')}
      </AuthHeading>
      <Button size="md" loading={write.pending} onClick={() => void write.send({ token })}>
        {t('confirmEmail')}
      </Button>
    </>
  );
}
