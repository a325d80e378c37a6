import { brand } from '#contract/brand.ts';

// The copy around the questions; the questions are in the files of their parts.

export const pageTitle = `Frequently asked questions · ${brand.name}`;
export const pageDescription = `How ${brand.name} works, what it costs, which phones it works on, how to stop texts, and what to do when no answer comes.`;

export const title = 'Frequently Asked Questions';
export const lead = 'Short answers, as you’d expect. Don’t see your question? <link>Write to us.</link>';
export const onThisPage = 'On this page';

export const find = 'Find a question';
export const findPlaceholder = 'refund, flip phone, STOP…';
export const noMatch = 'No match. Try another word, or <link>write to us</link>.';
export const found = (count: number, all: number) => `${count} of ${all} questions`;

export const linkToAnswer = 'Link to this answer';
export const linkToAnswerOf = (question: string) => `Link to this answer: ${question}`;

export const stillStuck = 'Still have a question?';
export const stillStuckText = 'A real person reads every message.';
export const contact = 'Contact Us';
