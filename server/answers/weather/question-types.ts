import type { Language } from '#contract/language.ts';
import type { KnownPlace } from '#server/places/places.ts';

/** The time that a question about the weather is for. Weekdays as `Date.getUTCDay` counts them. */
export type WeatherTime =
  | { readonly kind: 'now' | 'tonight' | 'tomorrow' | 'weekend' }
  | { readonly kind: 'weekday'; readonly day: number };

/** `place`: null means the home place. `language`: null where the words do not show one ("w 60614"). */
export type WeatherQuestion = {
  readonly time: WeatherTime;
  readonly place: KnownPlace | null;
  readonly language: Language | null;
};
