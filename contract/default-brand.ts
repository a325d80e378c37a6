type Link = { readonly name: string; readonly url: string };

/** What the operator sells a plan as. `price` is per billing interval, in dollars. */
type PlanOffer = { readonly name: string; readonly price: number };

/**
 * The identity of an installation: all that readers see and that differs between operators of the same build
 * (docs/decisions/0023-one-build-many-brands.md). It is public: every page contains it.
 */
export type Brand = {
  readonly name: string;
  /** The legal person behind it. */
  readonly company: string;
  /** Its postal address, on one line; null where the operator has named none. */
  readonly address: string | null;
  /** One or two sentences below the name in the footer. */
  readonly blurb: string;
  /** What texts name, such as `askline.example`: the host of `PUBLIC_URL`. */
  readonly domain: string;
  /** What pages name as their own address, such as `https://askline.example`. */
  readonly origin: string;
  readonly supportEmail: string;
  readonly developerEmail: string;
  /** The sister product that the footer links to. */
  readonly sister: (Link & { readonly about: string }) | null;
  readonly social: readonly Link[];
  /** Whether the model asked first is the default one, whose tier the FAQ states. */
  readonly isSmallModel: boolean;
  /** The second answer provider, which the privacy page and the FAQ name; null without one. */
  readonly secondModel: string | null;
  /** Whether forecasts come from the National Weather Service, which the pages then name. */
  readonly hasWeatherService: boolean;
  /** For how many minutes a follow-up is understood, and the carrier keeps its copies of an answer; 0: never. */
  readonly memoryMinutes: number;
  /** Whether the carrier is asked to remove its copies of finished texts. */
  readonly removesCopies: boolean;
  /** For how many days a backup is kept, with the people in it who left since. */
  readonly backupDays: number;
  /** Governing law of the Terms. */
  readonly governingLaw: string;
  /** Dates of the two legal documents. */
  readonly termsUpdated: string;
  readonly privacyUpdated: string;
  /**
   * First announced date of service abroad (docs/reference/specification.md#product). It has passed: see
   * docs/reference/decisions.md#international-service.
   */
  readonly internationalTarget: string;
  /** Hours in which support calls back. */
  readonly callHours: { readonly from: string; readonly to: string };
  readonly plans: { readonly monthly: PlanOffer; readonly annual: PlanOffer };
};

/**
 * The identity of an installation that has set none. Addresses are reserved examples (RFC 2606), and production refuses
 * to start while one of them is left (server/config/production.ts).
 */
export const defaultBrand: Brand = {
  name: 'Askline',
  company: 'Askline, Inc.',
  address: null,
  // Pure, so that the browser's code, which has no default, is built without it.
  blurb: /* @__PURE__ */ blurbOf('Askline'),
  domain: 'askline.example',
  origin: 'https://askline.example',
  supportEmail: 'support@askline.example',
  developerEmail: 'developers@askline.example',
  sister: { name: 'Plainphone', url: 'https://plainphone.example', about: 'our app-free phone' },
  social: [
    { name: 'Mastodon', url: 'https://social.example/@askline' },
    { name: 'YouTube', url: 'https://video.example/askline' },
    { name: 'Instagram', url: 'https://photos.example/askline' },
  ],
  isSmallModel: true,
  secondModel: null,
  hasWeatherService: true,
  memoryMinutes: 10,
  removesCopies: true,
  backupDays: 30,
  governingLaw: 'the State of Delaware',
  termsUpdated: 'July 6th, 2025',
  privacyUpdated: 'July 6, 2025',
  internationalTarget: 'the end of September 2025',
  callHours: { from: '10:00 AM', to: '8:00 PM PST' },
  plans: {
    monthly: { name: 'Unlimited Monthly Plan', price: 3 },
    annual: { name: 'Unlimited Annual Plan', price: 32 },
  },
};

/** The sentence below the name in the footer, for a brand that brings none of its own. */
export function blurbOf(name: string): string {
  return `${name} answers your questions by text, so a basic phone is all the phone you need. Look up less. Live more.`;
}
