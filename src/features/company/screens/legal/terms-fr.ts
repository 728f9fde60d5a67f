import { LEGAL_DATE, LEGAL_VERSION, type LegalText } from './legal-text.ts';

export const termsFr: LegalText = {
  title: 'Conditions d’utilisation',
  version: LEGAL_VERSION,
  date: LEGAL_DATE,
  intro: [
    'Ces conditions s’appliquent entre l’exploitant de ce site (« nous ») et toute personne qui utilise Gable. Si vous l’utilisez pour une entreprise, vous déclarez pouvoir l’engager.',
  ],
  sections: [
    {
      heading: 'Ce qu’est Gable',
      paragraphs: [
        'Gable est un logiciel pour les entreprises d’inspection : rendez-vous, contrats, paiements, rapports et messages. Nous fournissons le logiciel. Nous n’inspectons pas de biens et ne sommes pas partie aux contrats entre une entreprise d’inspection et ses clients. L’entreprise qui a rédigé un rapport est responsable de son contenu.',
      ],
    },
    {
      heading: 'Votre compte',
      paragraphs: [
        'Donnez des informations exactes et tenez-les à jour. Gardez votre mot de passe pour vous ; chaque personne a son propre compte. Vous répondez de ce qui se fait par votre compte, sauf s’il a été détourné sans faute de votre part. Prévenez-nous aussitôt si vous soupçonnez un abus.',
      ],
    },
    {
      heading: 'Clients, agents et visiteurs',
      paragraphs: [
        'Si vous avez reçu un lien personnel d’une entreprise d’inspection, vous pouvez l’utiliser pour voir, signer, payer et lire ce qui vous est destiné. Ne le transmettez qu’à des personnes qui peuvent voir tout cela.',
      ],
    },
    {
      heading: 'Usage loyal',
      paragraphs: ['Vous vous engagez à ne pas'],
      points: [
        'enfreindre la loi ou les droits d’autrui, ni saisir des données que vous ne pouvez pas utiliser ;',
        'envoyer de la publicité ou des messages que le destinataire n’a pas acceptés ;',
        'tenter d’accéder aux données d’autrui, de contourner des limites ou de charger le service au-delà d’un usage normal ;',
        'envoyer des programmes nuisibles, ni copier ou revendre le logiciel sans notre accord.',
      ],
    },
    {
      heading: 'Vos contenus',
      paragraphs: [
        'Ce que vous saisissez et envoyez reste à vous. Vous nous permettez de le conserver, de le traiter et de l’afficher dans la mesure où le service l’exige. Vous pouvez l’exporter à tout moment tant que votre compte existe. Vous veillez à disposer des droits nécessaires et des consentements que la loi demande, par exemple pour les SMS.',
      ],
    },
    {
      heading: 'Documents et signatures électroniques',
      paragraphs: [
        'Les contrats peuvent être signés par voie électronique. La personne qui signe y consent et peut demander une version papier à l’entreprise d’inspection. Nous enregistrons le texte, le nom, l’heure et les éléments techniques de la signature et scellons le document. Le droit qui vous est applicable décide si une signature électronique suffit à votre usage.',
      ],
    },
    {
      heading: 'Textes fournis avec le logiciel',
      paragraphs: [
        'Les modèles de contrats, les commentaires de rapport, les prix et les messages sont des exemples. Ils ne constituent pas un conseil juridique, technique ou fiscal. Faites vérifier les contrats par un avocat de votre État avant de les utiliser.',
      ],
    },
    {
      heading: 'Prix et paiement',
      paragraphs: [
        'Les formules, les lots de messages et leurs prix sont affichés avant la commande. Les redevances sont dues d’avance pour chaque période ; l’abonnement se renouvelle jusqu’à sa résiliation, possible à tout moment pour la fin de la période. Les paiements des clients à une entreprise d’inspection passent par le prestataire de paiement qu’elle a choisi, selon les conditions de celui-ci.',
      ],
    },
    {
      heading: 'Disponibilité et évolutions',
      paragraphs: [
        'Nous nous efforçons de rendre le service accessible en permanence, mais la maintenance et les pannes de tiers peuvent l’interrompre. Nous faisons évoluer le logiciel ; si une fonction importante disparaît, nous vous en informons à l’avance. Les positions et cartes signalées comme approximatives ou hors ligne sont des estimations.',
      ],
    },
    {
      heading: 'Fin',
      paragraphs: [
        'Vous pouvez fermer votre compte à tout moment. Nous pouvons mettre fin à un compte qui enfreint ces conditions ou le bloquer, après un avertissement lorsque c’est raisonnable. Après la fermeture, vous avez 30 jours pour le faire rétablir ou emporter vos données ; elles sont ensuite effacées comme l’indique la politique de confidentialité.',
      ],
    },
    {
      heading: 'Garantie et responsabilité',
      paragraphs: [
        'Dans la mesure permise par la loi, le service est fourni tel quel, sans garantie au-delà de ces conditions. Notre responsabilité est illimitée en cas de faute intentionnelle, de faute lourde, de dommage corporel et lorsque la loi l’exige. Pour le reste, elle est limitée aux redevances payées dans les douze mois précédant le dommage et ne couvre pas le manque à gagner. Les droits légaux des consommateurs restent intacts.',
      ],
    },
    {
      heading: 'Autres dispositions',
      paragraphs: [
        'Nous pouvons modifier ces conditions et en informons les titulaires de compte au moins 30 jours à l’avance ; si vous n’êtes pas d’accord, vous pouvez résilier. Le droit du siège de l’exploitant s’applique, sauf si le droit de votre domicile vous protège mieux en tant que consommateur. Si une partie de ces conditions n’est pas valable, les autres le restent.',
      ],
    },
  ],
};
