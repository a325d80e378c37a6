import { lazy, Suspense } from 'react';

import * as copy from '../home-copy.ts';
import { type DemoMessage, sampleExchange } from './demo-state.ts';

const Demonstrated = lazy(async () => ({ default: (await import('./demonstrated.tsx')).Demonstrated }));

/** A digit and its letters each. */
const keys = '1,2abc,3def,4ghi,5jkl,6mno,7pqrs,8tuv,9wxyz,*,0+,#'.split(',');

/**
 * A basic phone with a real conversation on its screen. The phone is drawn; the conversation is text, styled in pixels
 * (styles.css), because the screen does not grow with the reader's font size. Once the visitor uses the demo, their own
 * exchange replaces it: the question is typed, then answered.
 */
export function PhoneArt({ messages }: { messages: readonly DemoMessage[] }) {
  const own = messages.slice(sampleExchange.length);
  return (
    <figure className="relative mx-auto aspect-[272/560] w-[272px] max-w-full select-none">
      <figcaption className="sr-only">{copy.phoneDrawing}</figcaption>
      <PhoneShell />
      <div aria-hidden="true" className="lcd">
        <p className="lcd-bar">
          <span>{copy.phoneScreen}</span>
          <svg viewBox="0 0 34 10" fill="currentColor">
            <path d="M0 8h2v2H0zM4 5.500h2V10H4zM8 3h2v7H8zM12 0h2v10h-2zM18 1h13v8H18zm1.5 1.500v5h10v-5zM31.5 3.500h2v3h-2zM20.5 3.500h6v3h-6z" />
          </svg>
        </p>
        {own.length > 0 ? (
          <Suspense fallback={sample}>
            <Demonstrated messages={own} sentClass={sentClass} receivedClass={receivedClass} />
          </Suspense>
        ) : (
          sample
        )}
      </div>
    </figure>
  );
}

const sentClass = 'lcd-text lcd-own';
const receivedClass = 'lcd-text';

const sample = (
  <>
    <p className={`lcd-sent ${sentClass}`}>{copy.phoneQuestion}</p>
    <p className={`lcd-received ${receivedClass}`}>{copy.phoneAnswer}</p>
  </>
);

function PhoneShell() {
  return (
    <svg viewBox="0 0 272 560" className="absolute inset-0 size-full drop-shadow-xl" aria-hidden="true">
      <rect x="262" y="120" width="8" height="52" rx="4" fill="#1f2622" />
      <rect x="3" y="3" width="263" height="554" rx="44" fill="#2b332f" stroke="#4a544e" strokeWidth="2" />
      <rect x="108" y="26" width="56" height="6" rx="3" fill="#171c19" />
      <rect x="24" y="52" width="222" height="236" rx="18" fill="#171c19" />
      <g fill="#3a443f">
        <rect x="30" y="308" width="58" height="24" rx="12" />
        <rect x="184" y="308" width="58" height="24" rx="12" />
        <rect x="104" y="302" width="64" height="42" rx="21" />
      </g>
      <rect x="120" y="312" width="32" height="22" rx="11" fill="#2b332f" />
      <path d="M42 320h14" stroke="#9fd3a8" strokeWidth="3" strokeLinecap="round" />
      <path d="M214 320h16" stroke="#e39a90" strokeWidth="3" strokeLinecap="round" />
      {keys.map((key, at) => {
        const letters = key.slice(1);
        const x = 30 + (at % 3) * 74;
        const y = 362 + Math.floor(at / 3) * 45;
        return (
          <g key={key}>
            <rect x={x} y={y} width="64" height="35" rx="13" fill="#3a443f" />
            <text
              x={x + (letters ? 22 : 32)}
              y={y + 24}
              fill="#f2f4ee"
              fontSize="18"
              fontWeight="600"
              textAnchor="middle"
            >
              {key[0]}
            </text>
            <text x={x + 43} y={y + 22} fill="#bcc7c0" fontSize="9" textAnchor="middle">
              {letters}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
