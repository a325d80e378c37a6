import { brand } from '#contract/brand.ts';

/** The copy of the fridge card and its page. */
export const fridgeCardCopy = {
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
  printIt: 'Print it and keep it next to the phone.',
  numberNotLoaded: 'We couldn’t load your number. Check your connection and reload the page.',
  notReadyYet: 'Your card shows the number to text. It’s ready once the phone is verified and has a plan.',
  goToDashboard: 'Go to Dashboard',
  helper: 'Person to ask for help',
  helperHint: 'A name and a phone number, for example. It’s only printed, never stored.',
  print: 'Print',
  cardToPrint: 'Card to print',
  textAnyQuestion: 'Text any question to',
  fromThisPhone: 'from this phone: {phone}',
  tryOneOfThese: 'Try one of these',
  needAHand: 'Need a hand? Ask {person}.',
  emergency: `${brand.name} can’t send help. In an emergency, call 911.`,
} as const;
