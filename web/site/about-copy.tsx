import { brand } from '#contract/brand.ts';
import { TextLink } from '#web/ui/text-link.tsx';

// The copy of the page about us.

export const pageTitle = `About us · ${brand.name}`;
export const pageDescription = `Why ${brand.name} exists: the internet’s answers for people who’d rather not carry the internet.`;

export const title = 'Less phone.';
export const titleEnd = 'All the answers.';
export const story = [
  `${brand.name} started with a simple wish: to leave the smartphone at home. We could still call and text. What we missed was the small stuff. When does the pharmacy close? Will it freeze tonight? How long do you boil an egg?`,
  'None of that takes a screen full of results, just one short, honest answer. So we set up a number you can text and put an AI search model behind it. It reads the web so you don’t have to.',
] as const;

export const principlesTitle = 'What we stand for';
export const principles = [
  {
    title: 'Answer, then get out of the way',
    text: 'A good answer ends the search. We have no feed, no streaks, and no reason to keep you here.',
  },
  {
    title: 'Know as little as possible',
    text: 'We keep your name, email, phone number, and a count. What you ask passes through and it’s gone.',
  },
  {
    title: 'Keep it cheap and say the price',
    text: 'Two plans, full price up front, cancel online in a minute. You’re our customer, not our audience.',
  },
  {
    title: 'Work on any phone',
    text: 'If it can text, it can ask, even a ten-year-old flip phone in a valley with no data.',
  },
] as const;

export const joinTitle = 'Ask your first question today';
export const joinText = (
  <>
    Setup takes two minutes. Just looking? The <TextLink to="/#demo">demo</TextLink> is free.
  </>
);
export const signUp = 'Sign Up';
export const contact = 'Contact Us';
