import * as z from 'zod/mini';

/** A home place as it is shown, such as "Chicago, IL 60614". */
const shown = z.string();

/** `GET /api/user/home-place`: the home place of the account; null without one. */
export const HomePlaceReply = z.object({ homePlace: z.nullable(shown) });
export type HomePlaceReply = z.infer<typeof HomePlaceReply>;

/** `POST /api/user/home-place`: a ZIP code, or a city and state. The server decides whether it knows the place. */
export const HomePlaceBody = z.strictObject({
  place: z
    .string({ error: 'Enter a ZIP code, or a city and state' })
    .check(
      z.trim(),
      z.minLength(1, 'Enter a ZIP code, or a city and state'),
      z.maxLength(80, 'Enter a ZIP code, or a city and state'),
    ),
});
export type HomePlaceBody = z.infer<typeof HomePlaceBody>;

/** Why a place is not taken. */
export const homePlaceCopy = {
  unknown: 'We don’t know that place. Enter a ZIP code, or a city and state in the US, like Austin TX.',
  several: 'There’s more than one place of that name. Add the state, like Austin TX.',
} as const;
