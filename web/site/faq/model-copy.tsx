import { brand } from '#contract/brand.ts';
import { modelSettings } from '#contract/model-settings.ts';

import type { FaqSection } from './accordion.tsx';

/** Questions about the search model. Other texts link to its anchor. */
export const model: FaqSection = {
  id: 'perplexity-sonar',
  title: 'Perplexity Sonar',
  items: [
    {
      id: 'who-writes',
      question: 'Who writes the answers?',
      answer: (
        <p>
          Perplexity Sonar, an AI search model, answers most questions. It searches the web and writes a short answer
          from what it finds. We then take out links, footnotes, and formatting, so it reads well on any phone.
          {brand.secondModel !== null &&
            ` When Perplexity can’t answer or is slow, a model from ${brand.secondModel} answers instead, with the same settings apart from the model.`}
        </p>
      ),
    },
    {
      id: 'settings',
      question: 'What settings do you use?',
      answer: (
        <>
          <p>The same for everyone, chosen for short, factual answers:</p>
          <ul>
            {brand.isSmallModel && <li>Model: Sonar, the small search-model tier</li>}
            <li>Search context: {modelSettings.searchContextSize}</li>
            <li>Max tokens: {modelSettings.maxOutputTokens}</li>
            <li>Temperature: {modelSettings.temperature} (it sticks to what it found)</li>
            <li>Top_p: {modelSettings.topP}</li>
          </ul>
        </>
      ),
    },
    {
      id: 'how-current',
      question: 'How current are the answers?',
      answer: (
        <p>
          We search the web the moment you ask, so answers are as current as the pages we find, including today’s scores
          and news. We include the date and time, so “tomorrow” means tomorrow.
          {brand.hasWeatherService && ' Weather forecasts come from the National Weather Service.'} We work out plain
          sums, tips, units, times, dates, and sunsets ourselves, exactly and without AI.
        </p>
      ),
    },
    {
      id: 'can-it-be-wrong',
      question: 'Can an answer be wrong?',
      answer: (
        <p>
          Yes. AI models make mistakes, and so do the pages they read. Double-check anything important before you act on
          it, especially health, legal, and money questions.
        </p>
      ),
    },
    {
      id: 'what-the-ai-sees',
      question: 'What does the AI provider see?',
      answer: (
        <p>
          Your question, with the date and time, your time zone, and the city and state of your home place if you set
          one.
          {brand.memoryMinutes > 0 && ' For a follow-up, your last question and its answer, too.'} Not your name, phone
          number, or email. We ask the provider not to store any of it.
          {brand.secondModel !== null &&
            ` The same goes for ${brand.secondModel}, which gets a question only when Perplexity can’t answer or is slow.`}
        </p>
      ),
    },
    {
      id: 'plain-answers',
      question: 'Why do answers look so plain?',
      answer: (
        <p>
          One unusual character, even a degree sign, can turn one text into three. So we write “72F”, use straight
          quotes, and skip emoji. Answers arrive fast and in one piece on any phone.
        </p>
      ),
    },
  ],
};
