import { LEGAL_DATE, LEGAL_VERSION, type LegalText } from './legal-text.ts';

export const privacyDe: LegalText = {
  title: 'Datenschutzerklärung',
  version: LEGAL_VERSION,
  date: LEGAL_DATE,
  intro: [
    'Gable ist eine Webanwendung, mit der Unternehmen für Immobilieninspektionen ihren Betrieb führen. Diese Erklärung beschreibt, welche personenbezogenen Daten gespeichert werden, wofür und welche Rechte Sie haben. „Wir“ sind der Betreiber dieser Website.',
  ],
  sections: [
    {
      heading: 'Wer verantwortlich ist',
      paragraphs: [
        'Für die Daten zum Konto eines Inspektionsunternehmens (Inhaber und Team) sind wir verantwortlich.',
        'Für die Daten, die ein Inspektionsunternehmen über seine Kunden, Makler, Auftragnehmer und Immobilien erfasst, ist dieses Unternehmen verantwortlich; wir verarbeiten sie in seinem Auftrag und nach seinen Weisungen. Wenn Sie über einen Link eines Inspektionsunternehmens hierher gekommen sind, wenden Sie sich bitte zuerst an dieses.',
      ],
    },
    {
      heading: 'Welche Daten wir speichern',
      paragraphs: ['Je nachdem, wer Sie sind, können das sein:'],
      points: [
        'Konto: Name, E-Mail-Adresse, Telefon, Bild, Rolle und Rechte sowie Ihr Passwort als Hash, der sich nicht zurückrechnen lässt.',
        'Kontakte: Name, E-Mail-Adresse, Telefon, Anschrift und Agentur von Kunden, Maklern und Auftragnehmern.',
        'Termine: Adresse und Angaben zur Immobilie, Datum, Leistungen, Preise, Notizen und Unterlagen.',
        'Berichte: Befunde, Fotos und Videos der Immobilie. Standortdaten in Fotos werden beim Hochladen entfernt.',
        'Vereinbarungen: der unterschriebene Text, der Name, gegebenenfalls die gezeichnete Unterschrift, Zeitpunkt, IP-Adresse und Browser der unterzeichnenden Person als Nachweis.',
        'Zahlungen: Betrag, Datum und Referenz. Kartennummern gehen direkt an den Zahlungsanbieter und erreichen uns nie.',
        'Nachrichten: was wann an wen gesendet wurde und ob es ankam oder geöffnet wurde.',
        'Nutzung: Zeitpunkte von Anmeldungen und Änderungen mit IP-Adresse und Browser, um Konten zu schützen und Fehler zu finden.',
      ],
    },
    {
      heading: 'Wofür wir sie verwenden',
      paragraphs: [
        'Wir verwenden die Daten, um die Anwendung bereitzustellen: um Inspektionen zu buchen und durchzuführen, Vereinbarungen unterzeichnen zu lassen, Zahlungen anzunehmen, Berichte und die zugehörigen Nachrichten zuzustellen, zu helfen und den Dienst zu sichern. Rechtsgrundlagen sind der Vertrag, gesetzliche Pflichten wie die Aufbewahrung von Buchungsbelegen und unser Interesse an einem sicheren Dienst.',
        'Wir verkaufen keine Daten, zeigen keine Werbung und trainieren mit Ihren Daten keine Modelle für andere.',
      ],
    },
    {
      heading: 'Cookies und Speicher in Ihrem Browser',
      paragraphs: [
        'Eine angemeldete Sitzung verwendet ein notwendiges Cookie. Ihr Browser bewahrt außerdem Einstellungen wie Sprache und Farben auf sowie Entwürfe, die noch nicht gesendet wurden. Wir verwenden keine Tracking-Cookies. Ein Inspektionsunternehmen kann seinen Buchungsseiten eine eigene Besucherstatistik hinzufügen; darüber muss es Sie dann informieren.',
      ],
    },
    {
      heading: 'Wer sonst Daten erhält',
      paragraphs: [
        'Daten gehen nur dorthin, wo der Dienst es braucht: an die Personen, die an einem Termin beteiligt sind, an die Betreiber unserer Server und Dateispeicher und, soweit das Inspektionsunternehmen sie eingeschaltet hat, an Anbieter für E-Mail, Textnachrichten, Zahlungen, Karten, Kalender und Buchhaltung. Jeder erhält nur, was seine Aufgabe erfordert. Behörden erhalten Daten, wo uns das Gesetz dazu verpflichtet.',
        'Manche Anbieter arbeiten in den Vereinigten Staaten oder anderen Ländern. Wir wählen sie mit den Garantien aus, die das Gesetz verlangt.',
      ],
    },
    {
      heading: 'Wie lange wir sie aufbewahren',
      paragraphs: [
        'Die Daten eines Unternehmens bleiben, solange sein Konto besteht. Ein geschlossenes Konto lässt sich 30 Tage lang wiederherstellen; danach werden die Daten gelöscht, ausgenommen Zahlungsbelege, die wir aufbewahren müssen. Wie lange Berichte und Vereinbarungen aufbewahrt werden, entscheiden die Inspektionsunternehmen; oft sind dafür mehrere Jahre vorgeschrieben.',
      ],
    },
    {
      heading: 'Wie wir sie schützen',
      paragraphs: [
        'Verbindungen sind verschlüsselt. Die Daten jedes Unternehmens sind schon in der Datenbank von allen anderen getrennt. Zugangsdaten zu fremden Diensten werden verschlüsselt gespeichert. Persönliche Links zu Berichten und Vereinbarungen sind lang und zufällig und können widerrufen werden; bitte geben Sie Ihren nicht weiter.',
      ],
    },
    {
      heading: 'Ihre Rechte',
      paragraphs: [
        'Sie können Auskunft über Ihre Daten verlangen, sie berichtigen, löschen oder herausgeben lassen, der Verwendung widersprechen und sich bei einer Datenschutzbehörde beschweren. Einwohner Kaliforniens und anderer Bundesstaaten haben nach ihren Gesetzen ähnliche Rechte; niemand wird schlechter behandelt, weil er sie nutzt. Kunden und Makler schreiben bitte dem Inspektionsunternehmen; es kann Kontakte berichtigen, exportieren und anonymisieren. Alle anderen schreiben uns.',
        'Nachrichten, die für Ihren Termin nicht nötig sind, beenden Sie über den Link in der E-Mail oder mit der Antwort STOP auf eine Textnachricht.',
      ],
    },
    {
      heading: 'Kinder',
      paragraphs: [
        'Der Dienst ist für Unternehmen und ihre Kunden gedacht, nicht für Kinder unter 16 Jahren.',
      ],
    },
    {
      heading: 'Änderungen und Kontakt',
      paragraphs: [
        'Ändert sich diese Erklärung, veröffentlichen wir die neue Fassung hier mit Datum und informieren Kontoinhaber über wichtige Änderungen im Voraus. Sie erreichen uns unter der Adresse, von der Sie unsere E-Mails zu Ihrem Konto erhalten.',
      ],
    },
  ],
};
