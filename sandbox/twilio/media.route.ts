import type { FastifyInstance } from 'fastify';

import type { Carrier } from './carrier.ts';
import { TwilioError } from './errors.ts';
import { type Media, type Message, rfc2822 } from './message.ts';
import { checkSettled, findMessage } from './messages.route.ts';

type OneMedia = { Params: { file: string; media: string } };

/** `/Messages/{sid}/Media`: the pictures of a text; bytes without `.json`, as the webhook's `MediaUrl` names them. */
export function addMediaRoutes(app: FastifyInstance, carrier: Carrier): void {
  const { account } = carrier;

  function toMediaResource(message: Message, { sid, contentType, createdAt }: Media): object {
    return {
      sid,
      account_sid: account.sid,
      parent_sid: message.sid,
      content_type: contentType,
      date_created: rfc2822(createdAt),
      date_updated: rfc2822(createdAt),
      uri: `/2010-04-01/Accounts/${account.sid}/Messages/${message.sid}/Media/${sid}.json`,
    };
  }

  app.get<OneMedia>('/Messages/:file/Media.json', { config: { operation: 'media' } }, async (request) => {
    const message = findMessage(carrier, request);
    const uri = `/2010-04-01/Accounts/${account.sid}/Messages/${message.sid}/Media.json?PageSize=50&Page=0`;
    return {
      media_list: message.media.map((media) => toMediaResource(message, media)),
      page: 0,
      page_size: 50,
      start: 0,
      end: Math.max(0, message.media.length - 1),
      uri,
      first_page_uri: uri,
      previous_page_uri: null,
      next_page_uri: null,
    };
  });

  app.get<OneMedia>('/Messages/:file/Media/:media', { config: { operation: 'media' } }, async (request, reply) => {
    const message = findMessage(carrier, request);
    const media = findMedia(message, request.params.media);
    if (request.params.media.endsWith('.json')) return toMediaResource(message, media);
    return reply.type(media.contentType).send(media.bytes);
  });

  app.delete<OneMedia>('/Messages/:file/Media/:media', { config: { operation: 'media' } }, async (request, reply) => {
    const message = findMessage(carrier, request);
    const media = findMedia(message, request.params.media);
    checkSettled(carrier, message);
    message.media = message.media.filter((one) => one !== media);
    return reply.code(204).send();
  });
}

function findMedia(message: Message, file: string): Media {
  const media = message.media.find(({ sid }) => sid === file.replace(/\.json$/, ''));
  if (!media) throw new TwilioError(20404, file);
  return media;
}
