import { Stack, Text, Title } from '@mantine/core';
import { use } from 'react';
import { createFormatter } from '#domain/base/formatter.ts';
import { type Lang, useLanguage, useTranslation } from '#web/i18n.ts';
import { usePageTitle } from '#web/ui/layout/page-header.tsx';
import { type LegalKind, type LegalText, legalText } from './legal/legal-text.ts';

const loaded = new Map<string, Promise<LegalText>>();

export function PrivacyPage() {
  return <LegalPage name="privacy" />;
}

export function TermsPage() {
  return <LegalPage name="terms" />;
}

/** A legal text in the current language, with its version and date. */
function LegalPage({ name }: { name: LegalKind }) {
  const t = useTranslation('web');
  const { lang } = useLanguage();
  const text = use(textOf(name, lang));
  usePageTitle(text.title);
  return (
    <Stack component="article" gap={8} maw={720} mx="auto" py={24}>
      <Title order={1} fz={30} lh="38px">
        {text.title}
      </Title>
      <Text c="dimmed" fz="sm" mb={12}>
        {t('updated', { date: createFormatter(lang).date(`${text.date}T12:00:00Z`, 'UTC') })} · {text.version}
      </Text>
      {text.intro.map((paragraph) => (
        <Text key={paragraph} fz={16} lh="26px">
          {paragraph}
        </Text>
      ))}
      {text.sections.map((section) => (
        <section key={section.heading}>
          <Title order={2} mt={20} mb={8}>
            {section.heading}
          </Title>
          {section.paragraphs.map((paragraph) => (
            <Text key={paragraph} fz={16} lh="26px" mb={10}>
              {paragraph}
            </Text>
          ))}
          {section.points && (
            <ul style={{ margin: '0 0 10px', paddingLeft: 22 }}>
              {section.points.map((point) => (
                <Text key={point} component="li" fz={16} lh="26px" mb={4}>
                  {point}
                </Text>
              ))}
            </ul>
          )}
        </section>
      ))}
    </Stack>
  );
}

function textOf(name: LegalKind, lang: Lang): Promise<LegalText> {
  const key = `${name}-${lang}`;
  const text = loaded.get(key) ?? legalText(name, lang);
  loaded.set(key, text);
  return text;
}
