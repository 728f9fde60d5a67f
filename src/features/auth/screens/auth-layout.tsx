import { type ReactNode, Suspense } from 'react';
import { useTranslation } from '#web/i18n.ts';
import { UnstyledLink } from '#web/navigation/link.tsx';
import { AppearanceMenu } from '#web/shell/appearance-menu.tsx';
import { LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { GableWordmark } from '#web/ui/layout/gable-logo.tsx';
import { IconCalendarPlus, IconReport, IconSignature } from '#web/ui/layout/icons.ts';
import classes from './auth-layout.module.css';
import { HouseDrawing } from './house-drawing.tsx';

/** The two-column layout of all sign-in pages: the form, and the product's benefits. */
export function AuthLayout({ children }: { children: ReactNode }) {
  const t = useTranslation('web');
  return (
    <div className={classes.layout}>
      <div className={classes.side}>
        <header className={classes.top}>
          <UnstyledLink to="/auth/login" className={classes.brand}>
            <GableWordmark size={30} />
          </UnstyledLink>
          <AppearanceMenu />
        </header>
        <main className={classes.main}>
          <Suspense fallback={<LinesSkeleton lines={6} height={36} />}>{children}</Suspense>
        </main>
        <footer className={classes.foot}>
          <a href="/public/privacy-policy">{t('privacy')}</a>
          <a href="/public/terms-of-use">{t('terms')}</a>
        </footer>
      </div>
      <Panel />
    </div>
  );
}

function Panel() {
  const t = useTranslation('auth');
  const steps = [
    { icon: IconCalendarPlus, title: t('panelBook'), hint: t('panelBookHint') },
    { icon: IconSignature, title: t('panelSign'), hint: t('panelSignHint') },
    { icon: IconReport, title: t('panelReport'), hint: t('panelReportHint') },
  ];
  return (
    <aside className={classes.panel}>
      <p className={classes.claim}>{t('panelTitle')}</p>
      <ul className={classes.steps}>
        {steps.map((step) => (
          <li key={step.title} className={classes.step}>
            <span className={classes.stepIcon} aria-hidden>
              <step.icon size={20} stroke={1.7} />
            </span>
            <span>
              <strong>{step.title}</strong>
              <br />
              {step.hint}
            </span>
          </li>
        ))}
      </ul>
      <HouseDrawing className={classes.drawing} />
    </aside>
  );
}
