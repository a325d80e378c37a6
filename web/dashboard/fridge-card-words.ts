import { brand } from '#contract/brand.ts';

/** The words of the fridge card and its page. */
export const fridgeCardWords = {
  pageTitle: `Fridge card · ${brand.name}`,
  pageDescription: `A card to print: the ${brand.name} number in large type, three questions to try, and what to text for help.`,
  examples: ['weather 60614 saturday', 'when does the post office close', 'how long to bake salmon'],
  keywords: [
    ['HELP', 'tells you who we are and how to reach us'],
    ['STOP', 'turns texts off'],
    ['START', 'turns them back on'],
  ],
  loadingCard: 'Loading your card',
  fridgeCard: 'Fridge Card',
  printKeepNextPhone: 'Print it and keep it next to the phone.',
  couldntLoadNumberCheck: 'We couldn’t load your number. Check your connection and reload the page.',
  cardShowsNumberText: 'Your card shows the number to text. It’s ready once the phone is verified and has a plan.',
  goDashboard: 'Go to Dashboard',
  personAskHelp: 'Person to ask for help',
  namePhoneNumberExample: 'A name and a phone number, for example. It’s only printed, never stored.',
  print: 'Print',
  cardPrint: 'Card to print',
  textAnyQuestion: 'Text any question to',
  fromThisPhone: 'from this phone: {phone}',
  tryOneThese: 'Try one of these',
  needHandAsk: 'Need a hand? Ask {person}.',
  cantSendHelpEmergency: `${brand.name} can’t send help. In an emergency, call 911.`,
} as const;
