import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { root } from './project.ts';

/** Words that docs/reference/voice.md retires, with their replacements. */
const words: readonly (readonly [RegExp, string])[] = [
  [/\bwhoever\b/i, 'any process that, anyone who'],
  [/\b(?:any|some)body\b/i, 'anyone, someone'],
  // The account of this name is the one exception.
  [/(?<![`'=\s(./]|&& )\bnobody\b|(?<=\s)nobody (?!\?|=|&&)\w|^\W*Nobody\b/, 'no one, or the passive'],
  [/\bby itself\b/i, 'automatically'],
  [/\b(?:go|goes|going|gone|went) on(?: with)?\b(?! sale)/i, 'continue'],
  [/\banew\b/i, 'again'],
  [/(?<!text-)\bbeside\b/i, 'next to'],
  [/\bat once\b/i, 'immediately; concurrently'],
  [/\b(?:lest|hitherto|whilst|spelt|learnt)\b/i, 'a current word'],
  [
    /\b(?:initiali|summari|reali|recogni|organi|normali|seriali|authori|minimi|maximi|optimi|categori)s(?:e|ed|es|er|ing|ation)\b/i,
    '-ize',
  ],
  [/(?<!['"`(|^])\bapologis(?:e|ed|es|ing)\b(?!['"`)|$])/i, '-ize; the outcome in the database keeps its value'],
  [/\b(?:cancell|signall|labell|travell|modell|journall)(?:ed|ing)\b/i, 'one l'],
  [/\b(?:colou|behaviou|favou|honou|neighbou)r/i, '-or'],
];

/** Identifiers and file names whose replacements are in use. */
const names: readonly RegExp[] = [
  /\b(?:textsInHand|TextsInHand|texts-in-hand)\b/,
  /\b(?:StandIn|OutageStandIn)\b/,
  /\bSettlement\b/,
  /\bpurse\b/,
  /\b(?:drowsyMs|wakefulness)\b/,
  /\b(?:GiveBack|giveBack)\b/,
  /\bisPumped\b/,
  /\bdrawReadNumber\b/,
  /\bbringOver\b/,
  /\b(?:[Cc]reateSealer|[Ss]ealer)\b/,
  /\b[Tt]ally\b/,
  /\b(?:isAway|untilAway|isDatabaseAway|howAway|DatabaseAwayError|database-away)\b/,
  /\bnew Background\(/,
  /\b(?:account|deletion|Carrier|Payment|Demo|Health)Parts\b/,
  /\bReadyReply\b/,
  /\bLetterWords\b/,
  /\bgiveProof\b/,
  /\brecordsAway\b/,
  /\b(?:slow-hash|portable-password|own-identity|staged-identity|code-budget)\b/,
  /\b(?:sender-memory|senderMemory|SenderMemory)\b/,
  /\b(?:hireCrew|setStage|throwDice|MortalDatabase|drizzle)\b/,
  /\b(?:slowHash|portablePassword|[Oo]wnIdentity|[Ss]tagedIdentity|codeBudget)\b/,
  /\b(?:Arrival|[Ii]ntake|[Tt]akeIn|taking-in|take-in)\b/,
  /\b(?:Bound|bind\.repo|spokenFor|isSpokenFor|[Hh]andOver|carriedOut)\b/,
  /\b(?:doubts\/|standIn\b)|server\/fallback\b/,
  /\bletterFiles\b/,
  /\.flow\.ts\b/,
  /\b(?:account|customer|dashboard|desk|dialog|login|overview|signup|subscribe|support|system)Words\b|\bui-words\b/,
  /\b(?:database_away|public_address_away|identity_away|sweep_found|sweep_failed|doubt_unresolved|found_by_sweep|letters\.mailed)\b/,
  /\bit\.(?:phone|product|replies|page|sandbox|text|url)\b|\busing it =/,
];

/**
 * Words that stay, by file: legal texts change only with counsel's review, and tables quote what people text and services say. An
 * exception without hits fails: remove it.
 */
const kept: Readonly<Record<string, readonly string[]>> = {
  'CHANGELOG.md': ['at once', 'go on', 'database_away'],
  'sandbox/model/answer.test.ts': ['at once'],
  'server/answers/weather/spanish-words.ts': ['drizzle'],
  'server/texting/rules/keywords/crisis-patterns-self-harm.ts': ['nobody', 'go on', 'going on', 'at once'],
  'server/support/outbox/alert-email.test.ts': ['database_away', 'public_address_away'],
  'server/support/outbox/alert-email.ts': ['database_away', 'public_address_away', 'sweep_found', 'doubt_unresolved'],
  'server/texting/rules/keywords/crisis-patterns.ts': ['somebody'],
  'server/texting/rules/keywords/crisis-sentences.ts': ['somebody'],
  'server/texting/rules/keywords/crisis-spelling.ts': ['somebody'],
  'server/texting/rules/keywords/classify.test.ts': ['go on'],
  'server/texting/rules/keywords/commands.ts': ['GO ON'],
  'server/texting/rules/keywords/keyword-replies.test.ts': ['anybody'],
};

const own = 'scripts/lib/retired-words.test.ts';
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n')
  .filter(
    (file) =>
      /(?:\.(?:ts|tsx|css|mjs|md|yml|yaml|cfg|conf|service|sh)|\.env\.example|\/Caddyfile)$/.test(file) &&
      file !== own &&
      existsSync(join(root, file)),
  )
  // The rules about words quote them.
  .filter((file) => file !== 'docs/reference/voice.md');

/** Each hit as `file:line: what it is`. */
function hitsIn(file: string, source: string): string[] {
  return source.split('\n').flatMap((line, index) => {
    const found = [
      ...words.filter(([shape]) => shape.test(line)).map(([shape, better]) => `${shape.exec(line)?.[0]} (${better})`),
      ...names.filter((shape) => shape.test(line)).map((shape) => `${shape.exec(line)?.[0]} (renamed)`),
    ];
    return found.map((what) => `${file}:${index + 1}: ${what}`);
  });
}

const hits = files.flatMap((file) => hitsIn(file, readFileSync(join(root, file), 'utf8')));

const exceptions: readonly { readonly name: string; readonly allows: (hit: string) => boolean }[] = Object.entries(
  kept,
).flatMap(([file, known]) =>
  known.map((word) => ({
    name: `${file}: ${word}`,
    allows: (hit: string) => hit.startsWith(`${file}:`) && hit.includes(`: ${word} `),
  })),
);

test('retired words and names are in no source and no document', () => {
  expect(hits.filter((hit) => !exceptions.some(({ allows }) => allows(hit)))).toEqual([]);
});

test('every exception still has a retired word', () => {
  expect(exceptions.filter(({ allows }) => !hits.some(allows)).map(({ name }) => name)).toEqual([]);
});

test.for([
  ['a word', '// Whoever asks'],
  ['a word at the end', 'as if by nobody else'],
  ['a British spelling', 'const summariser = 1;'],
  ['a spelling that the database keeps, in a comment', '// It apologised once.'],
  ['a retired name', 'const it = new TextsInHand();'],
  ['a retired suffix', "import './proof.flow.ts';"],
  ['a folder that was renamed', '// server/fallback/watch.ts'],
])('%s is found', ([, line = '']) => {
  expect(hitsIn('x.ts', line)).toHaveLength(1);
});

test.for([
  ['the value of the database', "outcome === 'apologised'"],
  ['the account of the system', "findUser('nobody')"],
  ['the replacement', '// Initialized next to it.'],
])('%s is allowed', ([, line = '']) => {
  expect(hitsIn('x.ts', line)).toEqual([]);
});
