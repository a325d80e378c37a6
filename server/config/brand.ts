import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { z } from 'zod';

import { blurbOf, type Brand, defaultBrand } from '#contract/default-brand.ts';
import { isLoopback } from '#server/platform/loopback.ts';

import { readIsSmallModel, readSecondModelOnPages } from './answer-providers.ts';
import { readBackupDays } from './backup.ts';
import { readRemovesCopies } from './carrier.ts';
import type { SettingsReader } from './env-reader.ts';
import { readMemoryMinutes } from './memory.ts';
import { readHasWeatherService } from './weather.ts';

/** One line that pages, emails and texts can show unchanged. */
const line = (charsMax: number) =>
  z
    .string()
    .trim()
    .min(1, 'is empty')
    .max(charsMax, `has more than ${charsMax} characters`)
    .regex(/^[^\p{Cc}<>{}]*$/u, 'has a line break, or one of < > { }');
const link = z.url({ protocol: /^https$/, hostname: z.regexes.domain, error: 'must be an https address' });
const dollars = z
  .number('must be a number of dollars')
  .min(1, 'must be 1 or more')
  .max(10_000, 'must be 10000 or less')
  .refine((price) => Math.abs(price * 100 - Math.round(price * 100)) < 1e-6, 'has more than two decimals');
const offer = z.strictObject({ name: line(60), price: dollars });

/** The contents of `BRAND_FILE`. Missing fields keep their default. */
const BrandFile = z.strictObject({
  // Fixed texts begin with it, and a text that only names it is not a question, so it must begin with letters.
  name: line(24)
    .regex(/^[\p{L}\p{N}]/u, 'must begin with a letter or digit')
    .min(3, 'has fewer than 3 characters')
    .optional(),
  company: line(80).optional(),
  address: line(200).optional(),
  blurb: line(300).optional(),
  sister: z
    .strictObject({ name: line(40), url: link, about: line(80) })
    .nullable()
    .optional(),
  social: z
    .array(z.strictObject({ name: line(40), url: link }))
    .max(8, 'has more than 8 links')
    .optional(),
  governingLaw: line(80).optional(),
  termsUpdated: line(40).optional(),
  privacyUpdated: line(40).optional(),
  internationalTarget: line(80).optional(),
  callHours: z.strictObject({ from: line(20), to: line(20) }).optional(),
  plans: z.strictObject({ monthly: offer, annual: offer }).optional(),
  /** The PNG for shared links, relative to the file's folder. */
  shareImage: line(400)
    .regex(/\.png$/, 'must be a PNG')
    .optional(),
});
type BrandFile = z.infer<typeof BrandFile>;

/** The identity of the installation and its files. */
export type Installation = {
  readonly brand: Brand;
  /** The absolute path of `BRAND_FILE`. */
  readonly brandFile: string;
  /** The absolute path of a PNG of 1200 x 630 pixels; null for the default brand's, which shows its name. */
  readonly shareImage: string | null;
};

/**
 * Reads who runs this installation: `BRAND_FILE`, the addresses in settings, and the domain of `PUBLIC_URL`, unless
 * that is an address of this machine. A mistake in the file is a fault that names the field.
 */
export function readInstallation(read: SettingsReader): Installation {
  const given = read.optional('BRAND_FILE');
  const brandFile = resolve(given ?? join(read.text('DATA_DIR', './data'), 'brand.json'));
  const file = readBrandFile(read, brandFile, given !== undefined);
  const { shareImage, ...own } = file;
  const image = shareImage === undefined ? null : resolve(dirname(brandFile), shareImage);
  if (image !== null && !existsSync(image)) read.fault(`BRAND_FILE (${brandFile}): shareImage: there is no ${image}`);
  const name = file.name ?? defaultBrand.name;
  const publicUrl = URL.parse(read.text('PUBLIC_URL', ''));
  const isPublic = publicUrl !== null && !isLoopback(publicUrl.href);
  return {
    brandFile,
    shareImage: image,
    brand: {
      ...defaultBrand,
      blurb: blurbOf(name),
      ...withoutUndefined(own),
      isSmallModel: readIsSmallModel(read),
      secondModel: readSecondModelOnPages(read),
      hasWeatherService: readHasWeatherService(read),
      memoryMinutes: readMemoryMinutes(read),
      removesCopies: readRemovesCopies(read),
      backupDays: readBackupDays(read),
      domain: isPublic ? publicUrl.host : defaultBrand.domain,
      origin: isPublic ? publicUrl.origin : defaultBrand.origin,
      supportEmail: readAddress(read, 'SUPPORT_EMAIL', defaultBrand.supportEmail),
      developerEmail: readAddress(read, 'DEVELOPER_EMAIL', defaultBrand.developerEmail),
    },
  };
}

/** One email address, without a name. */
export function readAddress(read: SettingsReader, name: string, fallback: string): string {
  const address = read.optional(name);
  if (address === undefined) return fallback;
  if (!/^[^\s<>@"]+@[^\s<>@"]+$/.test(address)) read.fault(`${name} must be an address such as support@example.com`);
  return address;
}

function readBrandFile(read: SettingsReader, path: string, isGiven: boolean): BrandFile {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' || isGiven) read.fault(`BRAND_FILE (${path}) cannot be read (${code})`);
    return {};
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    read.fault(`BRAND_FILE (${path}) is not JSON`);
    return {};
  }
  const parsed = BrandFile.safeParse(json);
  if (parsed.success) return parsed.data;
  for (const { path: at, message } of parsed.error.issues) {
    read.fault(`BRAND_FILE (${path}): ${at.length === 0 ? 'the file' : at.join('.')}: ${message}`);
  }
  return {};
}

function withoutUndefined<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as { [K in keyof T]: Exclude<T[K], undefined> };
}
