import type { Config } from '#server/config/config.ts';
import { CarrierHttp, type CarrierHttpOptions } from '#server/providers/twilio/carrier-http.ts';

import type { KeepSetting } from './finding.ts';

export type CarrierCheckDeps = {
  readonly carrier: Config['carrier'];
  readonly publicUrl: string;
  readonly keep: KeepSetting;
};

/** The carrier's APIs; at Twilio, messaging services and permissions have hosts of their own. */
export type CarrierApi = {
  readonly account: CarrierCalls;
  readonly messaging: CarrierCalls;
  readonly accounts: CarrierCalls;
  /** The path of the account. */
  readonly path: string;
};

export type CarrierCalls = Pick<CarrierHttp, 'get' | 'post'> & {
  /** How far the carrier's clock is ahead, in ms; null before the first answer. */
  readonly skewMs: () => number | null;
};

const deadlineMs = 10_000;

/** Makes calls that keep no connection open, because a repair may run later or never. */
export function carrierCalls(options: Pick<CarrierHttpOptions, 'baseUrl' | 'user'>): CarrierCalls {
  let skewMs: number | null = null;
  async function once<T>(call: (http: CarrierHttp) => Promise<T>): Promise<T> {
    const http = new CarrierHttp({ ...options, deadlineMs });
    try {
      return await call(http);
    } finally {
      skewMs = http.clock.skewMs ?? skewMs;
      http.close();
    }
  }
  return {
    skewMs: () => skewMs,
    get: (path, query) => once((http) => http.get(path, query)),
    post: (path, form) => once((http) => http.post(path, form)),
  };
}

/** The fields of Twilio's IncomingPhoneNumber resource that are read. */
export type OwnNumber = {
  readonly sid: string;
  readonly phone_number: string;
  readonly capabilities: { readonly sms: boolean };
  readonly sms_url: string | null;
  readonly sms_method: string | null;
  readonly sms_fallback_url: string | null;
};
