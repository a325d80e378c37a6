import { brand } from '#contract/brand.ts';
import { modelSettings } from '#contract/model-settings.ts';

import type { FaqSection } from './accordion.tsx';

/** Questions about the search model. Other texts link to its anchor. */
export const model: FaqSection = {
  id: 'perplexity-sonar',
  title: 'Perplexity Sonar',
  items: [
    {
      question: 'Who writes the answers?',
      answer: (
        <p>
          Perplexity Sonar, an AI search model. For each question it searches the web and writes a short answer from
          what it finds. We then take out links, footnotes and formatting, so that it reads well on any phone.
          {brand.secondModel !== null &&
            ` When Perplexity can't answer or is slow, a model of ${brand.secondModel} answers in its place, with the same settings apart from the model.`}
        </p>
      ),
    },
    {
      question: 'With which settings?',
      answer: (
        <>
          <p>The same for everyone, chosen for short, factual answers:</p>
          <ul className="list-disc space-y-1 pl-5">
            <li>Model: Sonar, the small search-model tier</li>
            <li>Search context: {modelSettings.searchContextSize}</li>
            <li>Max tokens: {modelSettings.maxOutputTokens}</li>
            <li>Temperature: {modelSettings.temperature} (it sticks to what it found)</li>
            <li>Top_p: {modelSettings.topP}</li>
          </ul>
        </>
      ),
    },
    {
      question: 'How current are the answers?',
      answer: (
        <p>
          The web is searched at the moment you ask, so the answer is as current as the pages it finds: weather, scores
          and news of today included. We send the date and time along, so that “tomorrow” means tomorrow.
        </p>
      ),
    },
    {
      question: 'Can an answer be wrong?',
      answer: (
        <p>
          Yes. AI models make mistakes, and so do the pages they read. Please check anything that matters before you act
          on it, above all in questions of health, law and money.
        </p>
      ),
    },
    {
      question: 'What does the model provider learn about me?',
      answer: (
        <p>
          Your question, with the date and time. Not your name, your phone number or your email address. We ask the
          provider not to store the exchange.
          {brand.secondModel !== null &&
            ` The same holds for ${brand.secondModel}, which gets a question only when Perplexity can't answer or is slow.`}
        </p>
      ),
    },
    {
      question: 'Why do answers look so plain?',
      answer: (
        <p>
          Because a single unusual character, even a degree sign, can turn one text into three. We write “72F” and
          straight quotes, and use no emoji, so that answers arrive whole and fast on every phone.
        </p>
      ),
    },
  ],
};
