import { LEGAL_DATE, LEGAL_VERSION, type LegalText } from './legal-text.ts';

export const termsDe: LegalText = {
  title: 'Nutzungsbedingungen',
  version: LEGAL_VERSION,
  date: LEGAL_DATE,
  intro: [
    'Diese Bedingungen gelten zwischen dem Betreiber dieser Website („wir“) und allen, die Gable nutzen. Wenn Sie Gable für ein Unternehmen nutzen, erklären Sie, dass Sie für dieses handeln dürfen.',
  ],
  sections: [
    {
      heading: 'Was Gable ist',
      paragraphs: [
        'Gable ist Software für Inspektionsunternehmen: Termine, Vereinbarungen, Zahlungen, Berichte und Nachrichten. Wir stellen die Software bereit. Wir inspizieren keine Immobilien und sind nicht Partei der Vereinbarungen zwischen einem Inspektionsunternehmen und seinen Kunden. Für den Inhalt eines Berichts ist das Unternehmen verantwortlich, das ihn verfasst hat.',
      ],
    },
    {
      heading: 'Ihr Konto',
      paragraphs: [
        'Machen Sie wahre Angaben und halten Sie sie aktuell. Behalten Sie Ihr Passwort für sich; jede Person hat ein eigenes Konto. Sie stehen für das ein, was über Ihr Konto geschieht, es sei denn, es wurde ohne Ihr Verschulden missbraucht. Informieren Sie uns sofort, wenn Sie einen Missbrauch vermuten.',
      ],
    },
    {
      heading: 'Kunden, Makler und Besucher',
      paragraphs: [
        'Wenn Sie von einem Inspektionsunternehmen einen persönlichen Link erhalten haben, dürfen Sie damit ansehen, unterzeichnen, bezahlen und lesen, was für Sie bestimmt ist. Geben Sie ihn nur an Personen weiter, die all das sehen dürfen.',
      ],
    },
    {
      heading: 'Faire Nutzung',
      paragraphs: ['Sie dürfen nicht:'],
      points: [
        'gegen Gesetze oder Rechte anderer verstoßen oder Daten erfassen, die Sie nicht verwenden dürfen;',
        'Werbung oder Nachrichten versenden, denen die Empfänger nicht zugestimmt haben;',
        'versuchen, an Daten anderer zu gelangen, Grenzen zu umgehen oder den Dienst über das übliche Maß zu belasten;',
        'schädliche Programme hochladen oder die Software ohne unsere Zustimmung kopieren oder weiterverkaufen.',
      ],
    },
    {
      heading: 'Ihre Inhalte',
      paragraphs: [
        'Was Sie eingeben und hochladen, bleibt Ihr Eigentum. Sie erlauben uns, es zu speichern, zu verarbeiten und anzuzeigen, soweit der Dienst es erfordert. Sie können es jederzeit exportieren, solange Ihr Konto besteht. Sie sorgen dafür, dass Sie die nötigen Rechte und gesetzlich verlangten Einwilligungen haben, zum Beispiel für Textnachrichten.',
      ],
    },
    {
      heading: 'Elektronische Dokumente und Unterschriften',
      paragraphs: [
        'Vereinbarungen können elektronisch unterzeichnet werden. Wer unterzeichnet, stimmt dem zu und kann vom Inspektionsunternehmen stattdessen eine Fassung auf Papier verlangen. Wir halten Text, Name, Zeitpunkt und technische Angaben der Unterzeichnung fest und versiegeln das Dokument. Ob eine elektronische Unterschrift für Ihren Zweck genügt, entscheidet das für Sie geltende Recht.',
      ],
    },
    {
      heading: 'Mitgelieferte Texte',
      paragraphs: [
        'Vorlagen für Vereinbarungen, Berichtskommentare, Preise und Nachrichten sind Beispiele. Sie sind keine rechtliche, technische oder steuerliche Beratung. Lassen Sie Vereinbarungen vor der Verwendung von einer Anwältin oder einem Anwalt vor Ort prüfen.',
      ],
    },
    {
      heading: 'Preise und Zahlung',
      paragraphs: [
        'Tarife, Nachrichtenpakete und ihre Preise werden vor der Bestellung angezeigt. Gebühren sind für jeden Zeitraum im Voraus fällig; das Abonnement verlängert sich, bis Sie kündigen, was jederzeit zum Ende des Zeitraums möglich ist. Zahlungen von Kunden an ein Inspektionsunternehmen laufen über den von diesem gewählten Zahlungsanbieter und nach dessen Bedingungen.',
      ],
    },
    {
      heading: 'Verfügbarkeit und Änderungen',
      paragraphs: [
        'Wir bemühen uns um eine ständige Verfügbarkeit; Wartung und Störungen bei Dritten können den Dienst dennoch unterbrechen. Wir entwickeln die Software weiter; entfällt eine wichtige Funktion, kündigen wir das rechtzeitig an. Positionen und Karten, die als ungefähr oder offline gekennzeichnet sind, sind Schätzungen.',
      ],
    },
    {
      heading: 'Beendigung',
      paragraphs: [
        'Sie können Ihr Konto jederzeit schließen. Wir können ein Konto, das gegen diese Bedingungen verstößt, beenden oder sperren, nach einer Warnung, wo das zumutbar ist. Nach dem Schließen haben Sie 30 Tage Zeit, es wiederherstellen zu lassen oder Ihre Daten mitzunehmen; danach werden sie gelöscht, wie es in der Datenschutzerklärung steht.',
      ],
    },
    {
      heading: 'Gewährleistung und Haftung',
      paragraphs: [
        'Soweit das Gesetz es erlaubt, wird der Dienst so bereitgestellt, wie er ist, ohne Gewähr über diese Bedingungen hinaus. Wir haften unbeschränkt bei Vorsatz, grober Fahrlässigkeit, Schäden an Leben, Körper oder Gesundheit und wo das Gesetz es verlangt. Im Übrigen ist unsere Haftung auf die Gebühren der zwölf Monate vor dem Schaden beschränkt und umfasst keinen entgangenen Gewinn. Gesetzliche Rechte von Verbrauchern bleiben unberührt.',
      ],
    },
    {
      heading: 'Sonstiges',
      paragraphs: [
        'Wir können diese Bedingungen ändern und kündigen das den Kontoinhabern mindestens 30 Tage vorher an; sind Sie nicht einverstanden, können Sie kündigen. Es gilt das Recht am Sitz des Betreibers, soweit nicht das Recht Ihres Wohnsitzes Sie als Verbraucher besser schützt. Ist ein Teil dieser Bedingungen unwirksam, gelten die übrigen weiter.',
      ],
    },
  ],
};
