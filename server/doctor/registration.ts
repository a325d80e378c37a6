/** `node server/doctor/registration.ts`: prints what to enter when numbers are registered with the carriers. */
import '#server/config/install-brand.ts';
import { readInstallation } from '#server/config/brand.ts';
import { ConfigError, SettingsReader } from '#server/config/env-reader.ts';

import { registrationTexts } from './registration-texts.ts';

try {
  const read = new SettingsReader(process.env);
  readInstallation(read);
  read.done();
  const fields = registrationTexts().map(
    ({ name, entries }) => `${name}\n${entries.map((one) => `  ${one}\n`).join('')}`,
  );
  console.log(fields.join('\n'));
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
