import twilio from 'twilio';

import type { Sandbox } from '../sandbox.ts';
import { haveContracts, readContract, step } from './contracts.ts';

type RequestOptions = Parameters<InstanceType<typeof twilio.RequestClient>['request']>[0];

const contract = haveContracts ? readContract('twilio_api_v2010.messages.json') : undefined;

/** The official client for a sandbox, with every request and response checked against the contract. */
export function twilioClient(
  sandbox: Sandbox,
  { user = `AC${'0'.repeat(32)}`, password = 'sandbox_twilio_auth_token' } = {},
) {
  const client = twilio(user, password, { accountSid: `AC${'0'.repeat(32)}`, httpClient: new CheckedClient() });
  client.api.baseUrl = sandbox.url;
  client.messaging.baseUrl = sandbox.url;
  client.accounts.baseUrl = sandbox.url;
  return client;
}

class CheckedClient extends twilio.RequestClient {
  override async request<T>(options: RequestOptions) {
    const response = await super.request<T>(options as never);
    const operation = contract && operationOf(options);
    if (!operation) return response;
    if (response.statusCode < 300 && options.data) {
      operation.check('/requestBody/content/application~1x-www-form-urlencoded/schema', options.data);
    }
    if (response.statusCode === 200 || response.statusCode === 201) {
      operation.check(`/responses/${response.statusCode}/content/application~1json/schema`, response.body);
    }
    return response;
  }
}

/** The contract's description of a call; undefined for calls that are not in this file. */
function operationOf({ method, uri }: RequestOptions) {
  const path = new URL(uri).pathname
    .replace(/Accounts\/AC\w+/, 'Accounts/{AccountSid}')
    .replace(/Messages\/\w{34}\/Media\/\w{34}/, 'Messages/{MessageSid}/Media/{Sid}')
    .replace(/Messages\/\w{34}\/Media/, 'Messages/{MessageSid}/Media')
    .replace(/(Messages|IncomingPhoneNumbers)\/\w{34}/, '$1/{Sid}');
  if (!/\/(Messages|IncomingPhoneNumbers)/.test(path)) return undefined;
  const pointer = `/paths${step(path)}/${method}`;
  return { check: (rest: string, value: unknown) => contract?.(`${pointer}${rest}`)(value) };
}
