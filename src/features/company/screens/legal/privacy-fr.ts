import { LEGAL_DATE, LEGAL_VERSION, type LegalText } from './legal-text.ts';

export const privacyFr: LegalText = {
  title: 'Politique de confidentialité',
  version: LEGAL_VERSION,
  date: LEGAL_DATE,
  intro: [
    'Gable est une application web avec laquelle les entreprises d’inspection immobilière gèrent leur activité. Cette politique indique quelles données sur les personnes y sont conservées, dans quel but, et ce que vous pouvez demander. « Nous » désigne l’exploitant de ce site.',
  ],
  sections: [
    {
      heading: 'Qui est responsable',
      paragraphs: [
        'Pour les données du compte d’une entreprise d’inspection (son propriétaire et son équipe), nous sommes responsables.',
        'Pour les données qu’une entreprise d’inspection saisit sur ses clients, agents, prestataires et biens, cette entreprise est responsable ; nous les traitons pour son compte et selon ses instructions. Si vous êtes arrivé ici par un lien d’une entreprise d’inspection, adressez-vous d’abord à elle.',
      ],
    },
    {
      heading: 'Quelles données nous conservons',
      paragraphs: ['Selon qui vous êtes, il peut s’agir de :'],
      points: [
        'Compte : nom, adresse e-mail, téléphone, photo, rôle et droits, et votre mot de passe sous forme d’empreinte irréversible.',
        'Contacts : nom, adresse e-mail, téléphone, adresse postale et agence des clients, agents et prestataires.',
        'Rendez-vous : adresse et caractéristiques du bien, date, prestations, prix, notes et documents.',
        'Rapports : constats, photos et vidéos du bien. La position contenue dans les photos est supprimée à l’envoi.',
        'Contrats : le texte signé, le nom, la signature dessinée le cas échéant, l’heure, l’adresse IP et le navigateur du signataire, comme preuve de la signature.',
        'Paiements : montant, date et référence. Les numéros de carte vont directement au prestataire de paiement et ne nous parviennent jamais.',
        'Messages : ce qui a été envoyé, à qui, quand, et si cela est arrivé ou a été ouvert.',
        'Utilisation : dates des connexions et des modifications avec adresse IP et navigateur, pour protéger les comptes et trouver les pannes.',
      ],
    },
    {
      heading: 'À quoi elles servent',
      paragraphs: [
        'Nous utilisons les données pour fournir l’application : réserver et réaliser des inspections, faire signer des contrats, encaisser des paiements, remettre les rapports et les messages associés, aider les utilisateurs et protéger le service. Les bases légales sont le contrat, les obligations légales comme la tenue des comptes, et notre intérêt à un service sûr.',
        'Nous ne vendons pas de données, n’affichons pas de publicité et n’entraînons pas de modèles pour d’autres avec vos données.',
      ],
    },
    {
      heading: 'Cookies et stockage dans votre navigateur',
      paragraphs: [
        'Une session ouverte utilise un seul cookie, nécessaire. Votre navigateur garde aussi des réglages comme la langue et les couleurs, ainsi que les brouillons pas encore envoyés. Nous n’utilisons aucun cookie de suivi. Une entreprise d’inspection peut ajouter ses propres statistiques de visite à ses pages de réservation ; elle doit alors vous en informer.',
      ],
    },
    {
      heading: 'Qui d’autre reçoit des données',
      paragraphs: [
        'Les données ne sont transmises que là où le service l’exige : aux personnes nommées sur un rendez-vous, aux hébergeurs de nos serveurs et fichiers et, si l’entreprise d’inspection les a activés, aux prestataires d’e-mail, de SMS, de paiement, de cartes, de calendrier et de comptabilité. Chacun ne reçoit que ce que sa tâche demande. Les autorités reçoivent des données lorsque la loi nous y oblige.',
        'Certains prestataires travaillent aux États-Unis ou dans d’autres pays. Nous les choisissons avec les garanties que la loi exige.',
      ],
    },
    {
      heading: 'Combien de temps nous les gardons',
      paragraphs: [
        'Les données d’une entreprise restent tant que son compte existe. Un compte fermé peut être rétabli pendant 30 jours ; ensuite les données sont effacées, sauf les pièces de paiement que la loi nous impose de garder. Les entreprises d’inspection décident de la durée de conservation des rapports et contrats, souvent imposée pour plusieurs années.',
      ],
    },
    {
      heading: 'Comment nous les protégeons',
      paragraphs: [
        'Les connexions sont chiffrées. Les données de chaque entreprise sont séparées de toutes les autres dans la base de données elle-même. Les identifiants de services extérieurs sont conservés chiffrés. Les liens personnels vers les rapports et contrats sont longs et aléatoires et peuvent être révoqués ; ne transmettez pas le vôtre.',
      ],
    },
    {
      heading: 'Vos droits',
      paragraphs: [
        'Vous pouvez demander quelles données vous concernent, les faire corriger, effacer ou remettre, vous opposer à leur usage et saisir une autorité de protection des données. Les résidents de Californie et d’autres États ont des droits semblables selon leurs lois, et personne n’est désavantagé pour les avoir exercés. Les clients et agents écrivent à l’entreprise d’inspection, qui peut corriger, exporter et anonymiser les contacts. Toutes les autres personnes nous écrivent.',
        'Vous arrêtez les messages qui ne sont pas nécessaires à votre rendez-vous par le lien dans l’e-mail ou en répondant STOP à un SMS.',
      ],
    },
    {
      heading: 'Enfants',
      paragraphs: [
        'Le service s’adresse aux entreprises et à leurs clients, pas aux enfants de moins de 16 ans.',
      ],
    },
    {
      heading: 'Modifications et contact',
      paragraphs: [
        'Lorsque cette politique change, nous publions ici la nouvelle version avec sa date et informons à l’avance les titulaires de compte des changements importants. Vous nous joignez à l’adresse d’où vous recevez nos e-mails concernant votre compte.',
      ],
    },
  ],
};
