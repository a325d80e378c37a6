import { expect, test } from 'vitest';

import { findPlace } from '#server/places/places.ts';

import { ago, rules, subscriber, textOf } from '../testing/sender-states.ts';
import { isAboutUs } from './about-us.ts';
import { decideReply, type SenderState, type Understood } from './decide-reply.ts';
import { replies } from './replies.ts';
import { understand } from './understand.ts';

test.each([
  'what can i ask',
  'What can you do?',
  'what can you do for me',
  'how do i use this',
  'how does this work',
  'How does Askline work?',
  'what is this',
  'whats this number',
  'what is askline',
  'who is this',
  'who are you',
  'are you ai',
  'are you a robot?',
  'r u a bot',
  'is this a real person',
  'commands',
  'comandos',
  '¿qué puedo preguntar?',
  'como funciona esto',
  'eres un robot',
  '¿Quién eres?',
])('%j asks what this is', (text) => expect(isAboutUs(text)).toBe(true));

test.each([
  'what can i ask my doctor',
  'what can you do in chicago',
  'how do i use this coupon at target',
  'what is this is us about',
  'who is this singer',
  'are you the one cast',
  'are you afraid of the dark',
  'i robot cast',
  'how does a car work',
  'ten commandments',
  'como funciona un motor',
  'what is ask line',
])('%j is a question like any other', (text) => expect(isAboutUs(text)).toBe(false));

const replyTo = (text: Partial<Understood>, sender: SenderState): string | null =>
  decideReply(textOf('question', text), sender, rules).reply;
const lastAskedAt = ago(9.9);

test('who asks what this is gets the fixed text, and the model when it is asked again', () => {
  expect(replyTo({ isAboutUs: true }, subscriber)).toBe('about');
  expect(replyTo({ isAboutUs: true }, { ...subscriber, notices: { about: ago(59) } })).toBe('answer');
  expect(replyTo({ isAboutUs: true }, { ...subscriber, notices: { about: ago(61) } })).toBe('about');
  expect(replyTo({ isAboutUs: true }, { ...subscriber, phone: null })).toBe('promo');
});

test('what this is names MORE only to a phone with memory', () => {
  const told = (sender: SenderState, memorySeconds: number) =>
    decideReply(understood('what can i ask'), sender, { ...rules, memorySeconds }).reply;
  expect(told({ ...subscriber, hasMemory: false }, 600)).toBe('about_without_more');
  expect(told(subscriber, 0)).toBe('about_without_more');
  const namesMore = (kind: 'about' | 'about_without_more') =>
    Object.values(replies[kind]).map((worded) => /\b(?:MORE|MAS)\b/.test(worded));
  expect([namesMore('about'), namesMore('about_without_more')]).toEqual([
    [true, true],
    [false, false],
  ]);
});

const understood = (body: string): Understood =>
  understand(
    { from: '+12025550100', body, mediaTypes: [], carrierKeyword: null, sentAt: null },
    { serviceNumbers: [], optOutReplies: 'app', findPlace },
  );

test.each([
  'how does this work',
  'how do i use this thing',
  'instructions',
  'instrucciones',
  'what is this',
  '¿Cómo funciona?',
  'como se usa',
  'que hace',
  'que es esto',
  'que puede hacer',
  'es una maquina',
  'quienes son',
])('%j is about the answer right after another question, and about us otherwise', (body) => {
  const text = understood(body);
  expect(replyTo(text, { ...subscriber, lastAskedAt })).toBe('answer');
  expect(replyTo(text, subscriber)).toBe('about');
  expect(replyTo(text, { ...subscriber, lastAskedAt: ago(10) })).toBe('about');
  expect(replyTo(text, { ...subscriber, lastAskedAt, hasMemory: false })).toBe('about_without_more');
});

test.each(['are you a robot', 'who are you', 'what can i ask'])('%j is about us, whatever was asked before', (body) => {
  expect(replyTo(understood(body), { ...subscriber, lastAskedAt })).toBe('about');
});
