import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';

import { HomePlaceBody, homePlaceCopy, HomePlaceReply } from '#contract/home-place.ts';
import { errorReplies } from '#server/http/error-replies.ts';
import { readHomePlace, removeHomePlace, setHomePlace } from '#server/places/home-place.repo.ts';
import { findPlace, type Place, placeName } from '#server/places/places.ts';
import { AppError } from '#server/platform/errors.ts';

import type { AccountDeps } from '../dependencies.ts';

/** The home place on the dashboard: shown, set and removed, as by text (texting/rules/keywords/home.ts). */
export function homePlaceRoutes({ db, sessions }: AccountDeps): FastifyPluginCallbackZod {
  return function (app, _options, done) {
    app.get(
      '/api/user/home-place',
      {
        config: { access: 'session', tag: 'Account', summary: 'Returns the home place of the account.' },
        schema: { response: { 200: HomePlaceReply, ...errorReplies } },
      },
      async (request) => replyOf(await readHomePlace(db, (await sessions.require(request)).userId)),
    );

    app.post(
      '/api/user/home-place',
      {
        config: { access: 'session', tag: 'Account', summary: 'Sets the home place, by a ZIP code or city and state.' },
        onRequest: sessions.requireEarly,
        schema: { body: HomePlaceBody, response: { 200: HomePlaceReply, ...errorReplies } },
      },
      async (request) => {
        const { userId } = await sessions.require(request);
        const place = known(request.body.place);
        await setHomePlace(db, userId, place);
        return replyOf(place);
      },
    );

    app.delete(
      '/api/user/home-place',
      {
        config: { access: 'session', tag: 'Account', summary: 'Removes the home place.' },
        schema: { response: { 200: HomePlaceReply, ...errorReplies } },
      },
      async (request) => {
        await removeHomePlace(db, (await sessions.require(request)).userId);
        return replyOf(null);
      },
    );
    done();
  };
}

function replyOf(place: Place | null): HomePlaceReply {
  return { homePlace: place && placeName(place) };
}

/** @throws AppError with a message for the field, if the place is not in the list or ambiguous */
function known(text: string): Place {
  const found = findPlace(text);
  if (found.kind === 'one') return found.place;
  const message = found.kind === 'several' ? homePlaceCopy.several : homePlaceCopy.unknown;
  throw new AppError('bad_request', message, { fields: { place: message } });
}
